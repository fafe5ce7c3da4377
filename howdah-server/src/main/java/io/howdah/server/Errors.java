// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.web.Failures;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers what failed before it reached a route. */
@RestController
final class Errors implements ErrorController {
    private final Failures failures;

    Errors(Failures failures) {
        this.failures = failures;
    }

    @RequestMapping("/error")
    @Allow(Permission.NONE)
    ResponseEntity<byte[]> error(HttpServletRequest request) {
        // Asked for directly, there is nothing here.
        var status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code ? code : 404;
        var path = String.valueOf(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI));
        return failures.answer(status, path, request);
    }
}
