// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.web.api.Problems;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers what the container refuses by itself, such as an address that no route could be looked up for: programs get a
 * problem as from everywhere else, and nobody is told what the container is.
 */
public final class Refusals extends ErrorReportValve {
    private static final Logger log = LoggerFactory.getLogger(Refusals.class);
    private static final String API = "/api/";

    private final Problems problems = new Problems();

    /** The container makes it by its name. */
    public Refusals() {}

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        // Answered by somebody else, or a part of it is gone already.
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        var told = problems.of(response.getStatus());
        var ofApi = String.valueOf(request.getRequestURI()).startsWith(API);
        try {
            response.setContentType(ofApi ? "application/problem+json" : "text/plain;charset=utf-8");
            response.getOutputStream().write(ofApi ? told.body() : told.detail().getBytes(StandardCharsets.UTF_8));
            response.finishResponse();
        } catch (IOException | IllegalStateException gone) {
            log.debug("Nobody waited for the answer {}", told.status(), gone);
        }
    }
}
