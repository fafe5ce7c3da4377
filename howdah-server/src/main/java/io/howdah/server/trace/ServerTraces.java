// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.trace;

import io.howdah.Tracing;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** What a replica does with traces, of requests as well as of what Howdah does. Thread-safe. */
public interface ServerTraces extends Tracing, AutoCloseable {
    /** Answers a request. */
    @FunctionalInterface
    interface Answering {
        void answer() throws IOException, ServletException;
    }

    /** Answers the request, once, as a part of the trace that its caller says. */
    void around(HttpServletRequest request, HttpServletResponse response, Answering answering)
            throws IOException, ServletException;

    /** What was gathered is told before it returns, if that takes no longer than two seconds. */
    @Override
    void close();

    /** Rows carry what callers say, and nobody is told anything. */
    static ServerTraces carried() {
        return new CarriedTraces();
    }

    /** Spans are sent to the collector, which nothing waits for. */
    static ServerTraces exported(Collector collector, String replica, String version) {
        return ExportedTraces.to(collector, replica, version);
    }
}
