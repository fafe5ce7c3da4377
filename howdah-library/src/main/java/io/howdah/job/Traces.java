// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Tracing;
import io.howdah.work.Work;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a tracing library says, as far as it can be used. Thread-safe. */
final class Traces {
    private static final Logger log = LoggerFactory.getLogger(Traces.class);
    private static final Pattern TRACEPARENT = Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

    private final Tracing tracing;

    Traces(Tracing tracing) {
        this.tracing = tracing;
    }

    static void require(String traceparent) {
        if (!TRACEPARENT.matcher(traceparent).matches()) {
            throw new IllegalArgumentException("not a W3C traceparent: \"" + traceparent + "\"");
        }
    }

    /** A tracing library that fails must not keep anybody from enqueueing. */
    Optional<String> current() {
        try {
            var said = tracing.current();
            said.ifPresent(Traces::require);
            return said;
        } catch (RuntimeException failure) {
            log.warn("The tracing library could not say the current traceparent; the job is not traced", failure);
            return Optional.empty();
        }
    }

    /** A handler, as a part of the trace that its job carries. */
    @FunctionalInterface
    interface Traced {
        void run() throws Exception;
    }

    void within(Work work, Traced handler) throws Exception {
        var ran = new AtomicBoolean();
        tracing.within(work.trace(), work.kind(), () -> {
            ran.set(true);
            handler.run();
            return ran;
        });
        if (!ran.get()) {
            throw new IllegalStateException("the tracing library did not call the handler of " + work.kind());
        }
    }
}
