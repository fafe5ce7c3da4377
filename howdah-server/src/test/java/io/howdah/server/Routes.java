// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** A route that the server has, and what it asks of its caller. */
record Routes(String method, String path, @Nullable Allow allow) {
    static List<Routes> of(Web web) {
        var routes = new ArrayList<Routes>();
        web.bean(RequestMappingHandlerMapping.class).getHandlerMethods().forEach((info, handler) -> {
            var methods = info.getMethodsCondition().getMethods();
            for (var path : info.getPatternValues()) {
                for (var method : methods.isEmpty() ? List.of(RequestMethod.GET, RequestMethod.POST) : methods) {
                    routes.add(new Routes(method.name(), path, handler.getMethodAnnotation(Allow.class)));
                }
            }
        });
        return routes;
    }

    Optional<Permission> permission() {
        return Optional.ofNullable(allow).map(Allow::value);
    }

    String action() {
        return allow == null ? "" : allow.action();
    }

    /** Whether the audit has more of it than who did something. */
    boolean isAbout() {
        return path.contains("{") || (allow != null && allow.about().length > 0);
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
