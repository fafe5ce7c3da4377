// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Carries traces of a tracing library from whoever starts work to whoever does it, as W3C {@code traceparent}
 * ({@code 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01}), which is kept in the row. What it throws itself is
 * logged and changes nothing. Implementations must be thread-safe.
 */
public interface Tracing {
    /** Nothing is traced but what somebody says by hand. */
    Tracing NONE = new Tracing() {
        @Override
        public Optional<String> current() {
            return Optional.empty();
        }

        @Override
        public void within(Activity activity, Callable<?> work) throws Exception {
            work.call();
        }
    };

    /** What is done. */
    enum Kind {
        /** A job is enqueued; named by its type. */
        ENQUEUE,
        /** A message is sent; named by its queue. */
        SEND,
        /** A message is published; named by its topic. */
        PUBLISH,
        /** Events are appended; named by their topic. */
        APPEND,
        /** A notification is taken in; named by its type, or its producer where it has still to be read. */
        NOTIFY,
        /** A handler does a job; named by its type. */
        JOB,
        /** A handler takes a message; named by its queue. */
        MESSAGE,
        /** A group handles events; named by topic and group. */
        EVENTS,
        /** A notification is carried; named by its channel. */
        DELIVERY,
        /** A lock is waited for; named by its namespace. */
        LOCK;

        private final String word = name().toLowerCase(Locale.ROOT);

        /** As traces have it. */
        public String word() {
            return word;
        }

        /** Somebody else will go on: {@link Tracing#current} is asked for what to write into the row. */
        public boolean isStart() {
            return this == ENQUEUE || this == SEND || this == PUBLISH || this == APPEND || this == NOTIFY;
        }

        /** What somebody else has started is done: the row may say which trace it is part of. */
        public boolean isContinuation() {
            return this == JOB || this == MESSAGE || this == EVENTS || this == DELIVERY;
        }
    }

    /**
     * Something that is traced.
     *
     * @param name what it is done to; bounded in number only if the application's own names are
     * @param carried the traceparents that the rows carry: one for a job, none if nobody traced who enqueued it,
     *     several for events of several transactions
     */
    record Activity(Kind kind, String name, List<String> carried) {
        public Activity {
            carried = List.copyOf(carried);
        }
    }

    /** The traceparent of what the calling thread is doing; empty when that is not traced. */
    Optional<String> current();

    /** Does the work, once, as a part of the trace that it was started in, and lets pass whatever it throws. */
    void within(Activity activity, Callable<?> work) throws Exception;
}
