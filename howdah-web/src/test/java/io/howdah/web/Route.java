// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** A route that there is, and what it asks of its caller. */
record Route(String method, String path, @Nullable Allow allow) {
    static List<Route> all(RequestMappingHandlerMapping mapping) {
        var routes = new ArrayList<Route>();
        mapping.getHandlerMethods().forEach((info, handler) -> {
            if (handler.getBeanType().getPackageName().startsWith("io.howdah")) {
                for (var path : info.getPatternValues()) {
                    for (var method : info.getMethodsCondition().getMethods()) {
                        routes.add(new Route(method.name(), path, handler.getMethodAnnotation(Allow.class)));
                    }
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

    @Override
    public String toString() {
        return method + " " + path;
    }
}
