// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Carries traces of a tracing library from whoever starts work to whoever does it, as W3C {@code traceparent}
 * ({@code 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01}). Implementations must be thread-safe.
 */
public interface Tracing {
    /** Nothing is traced but what somebody says by hand. */
    Tracing NONE = new Tracing() {
        @Override
        public Optional<String> current() {
            return Optional.empty();
        }

        @Override
        public void within(Optional<String> parent, String what, Callable<?> work) throws Exception {
            work.call();
        }
    };

    /** The traceparent of what the calling thread is doing; empty when that is not traced. */
    Optional<String> current();

    /**
     * Does the work, once, as a part of the trace that it was started in, and lets pass whatever it throws.
     *
     * @param parent the traceparent that the work carries
     * @param what names the part: the type of a job
     */
    void within(Optional<String> parent, String what, Callable<?> work) throws Exception;
}
