// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.trace;

import io.howdah.internal.trace.Traces;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Hands on what callers say of their traces, and makes no spans. */
final class CarriedTraces implements ServerTraces {
    private final ThreadLocal<String> said = new ThreadLocal<>();

    @Override
    public Optional<String> current() {
        return Optional.ofNullable(said.get());
    }

    @Override
    public void within(Activity activity, Callable<?> work) throws Exception {
        work.call();
    }

    @Override
    public void around(HttpServletRequest request, HttpServletResponse response, Answering answering)
            throws IOException, ServletException {
        var traceparent = request.getHeader("traceparent");
        if (traceparent == null || !Traces.isTraceparent(traceparent)) {
            answering.answer();
            return;
        }
        said.set(traceparent);
        try {
            answering.answer();
        } finally {
            said.remove();
        }
    }

    @Override
    public void close() {}
}
