// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.trace;

import io.howdah.Tracing;
import io.howdah.Tracing.Activity;
import io.howdah.Tracing.Kind;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Somebody's tracing library, whose failures must not become those of the work that it traces. Thread-safe. */
public final class Traces {
    private static final Logger log = LoggerFactory.getLogger(Traces.class);
    private static final Pattern TRACEPARENT = Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

    private final Tracing tracing;

    /** Work that is traced. */
    @FunctionalInterface
    public interface Traced<T, X extends Exception> {
        T run() throws X;
    }

    public Traces(Tracing tracing) {
        this.tracing = tracing;
    }

    public static void require(String traceparent) {
        if (!isTraceparent(traceparent)) {
            throw new IllegalArgumentException("not a W3C traceparent: \"" + traceparent + "\"");
        }
    }

    public static boolean isTraceparent(String text) {
        return TRACEPARENT.matcher(text).matches();
    }

    /** What to write into a row that is made now. */
    public Optional<String> current() {
        try {
            var said = tracing.current();
            said.ifPresent(Traces::require);
            return said;
        } catch (RuntimeException failure) {
            log.warn(
                    "The tracing library could not say the current traceparent; what is started is not traced",
                    failure);
            return Optional.empty();
        }
    }

    /** Starts something that somebody else will do; the rows are made inside. */
    public <T> T starting(Kind kind, String name, Supplier<T> work) {
        return within(kind, name, List.of(), work::get);
    }

    /** Does something as a part of the traces that its rows carry. */
    public <T, X extends Exception> T within(Kind kind, String name, List<String> carried, Traced<T, X> work) throws X {
        if (tracing.equals(Tracing.NONE)) {
            return work.run();
        }
        var once = new Once<>(work);
        try {
            tracing.within(new Activity(kind, name, carried), once);
        } catch (Exception | Error failure) {
            if (!failure.equals(once.failure)) {
                log.warn("The tracing library failed around {} {}", kind.word(), name, failure);
            }
        }
        if (!once.began) {
            log.warn("The tracing library did not call what it traces, {} {}: it is done untraced", kind.word(), name);
            return work.run();
        }
        return once.end();
    }

    /** The work, and what came of it, whatever the tracing library makes of that. Used by one thread. */
    private static final class Once<T, X extends Exception> implements Callable<T> {
        private final Traced<T, X> work;
        private boolean began;
        private @Nullable Throwable failure;
        private @Nullable T result;

        Once(Traced<T, X> work) {
            this.work = work;
        }

        @Override
        public T call() throws Exception {
            if (began) {
                throw new IllegalStateException("what is traced is done once, and the tracing library called it again");
            }
            began = true;
            try {
                var done = work.run();
                result = done;
                return done;
            } catch (Exception | Error thrown) {
                failure = thrown;
                throw thrown;
            }
        }

        @SuppressWarnings({"unchecked", "NullAway"}) // A result may be null where T may.
        T end() throws X {
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (failure != null) {
                throw (X) failure;
            }
            return result;
        }
    }
}
