// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.access;

import io.howdah.HowdahException;
import io.howdah.web.WebException;
import io.howdah.web.WebProperties;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * What every request to a route of ours goes through: nobody gets where {@link Allow} does not let them, and no change
 * is made that was not written down before.
 */
public final class Gate implements HandlerInterceptor {
    private static final Logger log = LoggerFactory.getLogger(Gate.class);
    private static final String CALLER = Gate.class.getName() + ".caller";
    private static final String ENTRY = Gate.class.getName() + ".entry";

    private static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private final Callers callers;
    private final Journal journal;
    private final Bodies bodies;
    private final FormRefusal forms;

    public Gate(Callers callers, Journal journal, Bodies bodies, WebProperties properties) {
        this.callers = callers;
        this.journal = journal;
        this.bodies = bodies;
        this.forms = new FormRefusal(properties);
    }

    /** Who sent this request, once it has passed. */
    public static Optional<Caller> caller(HttpServletRequest request) {
        return Optional.ofNullable((Caller) request.getAttribute(CALLER));
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getDispatcherType() == DispatcherType.ASYNC
                && caller(request).isPresent()) {
            // It has passed, and comes by again at the end of what was answered meanwhile: that is no second change.
            return true;
        }
        secure(response, request.isSecure());
        var route = handler instanceof HandlerMethod method ? method.getMethodAnnotation(Allow.class) : null;
        if (route == null && request.getMethod().equals("OPTIONS")) {
            // Spring tells which methods there are. No header of an answer lets another site in.
            return true;
        }
        if (route == null) {
            log.error("A route without @Allow was asked for and refused: {}", handler);
            throw WebException.notFound("There is nothing here.");
        }
        forms.require(request);
        requireReadable(request);
        var caller = callers.callerOf(request);
        caller.ifPresent(known -> request.setAttribute(CALLER, known));
        if (route.value() == Permission.NONE) {
            return true;
        }
        var known = caller.orElseThrow(() -> refusal(request, route));
        require(request, known, route);
        return true;
    }

    /** What cannot be decoded is the sender's mistake; found later, it would look like ours. */
    private static void requireReadable(HttpServletRequest request) {
        try {
            var unused = request.getParameterMap();
        } catch (IllegalStateException unreadable) {
            throw WebException.invalid("What follows the ? of the address, or the form, is not written in UTF-8.");
        }
    }

    private WebException refusal(HttpServletRequest request, Allow route) {
        return callers.strangerOf(request)
                .map(name -> WebException.forbidden(name, route.value().name()))
                .orElseGet(() -> WebException.unauthenticated(callers.loginPath()));
    }

    private void require(HttpServletRequest request, Caller caller, Allow route) {
        if (!caller.may(route.value())) {
            throw WebException.forbidden(caller.name(), route.value().name());
        }
        if (Forgery.isSafe(request.getMethod())) {
            return;
        }
        if (caller.isPerson() && Forgery.isSuspect(request, caller.formToken())) {
            throw WebException.forged();
        }
        if (caller.isPerson() || !isDailyWork(route.value())) {
            var about = Subject.of(request, route, bodies);
            var change = new Journal.Change(caller.name(), route.action(), about, address(request));
            request.setAttribute(ENTRY, journal.begin(change));
        }
    }

    /** What programs do all day is not written down: there is too much of it, and the work itself tells. */
    private static boolean isDailyWork(Permission permission) {
        return permission == Permission.PRODUCE || permission == Permission.CONSUME;
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        if (request.getAttribute(ENTRY) instanceof Journal.Entry entry) {
            // An answer that breaks off is completed a second time, when the error is dispatched.
            request.removeAttribute(ENTRY);
            end(entry, failure == null && response.getStatus() < 400 ? "done" : "status " + response.getStatus());
        }
    }

    /** The change is made, and that it was begun is written down: what is missing is only how it went. */
    private static void end(Journal.Entry entry, String outcome) {
        try {
            entry.end(outcome);
        } catch (HowdahException failure) {
            log.warn("How a change went could not be written down: {}", failure.getMessage());
        }
    }

    public static String address(HttpServletRequest request) {
        var address = request.getRemoteAddr();
        return address == null ? "unknown" : address;
    }

    private static void secure(HttpServletResponse response, boolean overTls) {
        response.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        response.setHeader("Cache-Control", "no-store");
        if (overTls) {
            response.setHeader("Strict-Transport-Security", "max-age=31536000");
        }
    }
}
