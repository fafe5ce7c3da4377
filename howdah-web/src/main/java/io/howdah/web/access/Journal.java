// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.access;

/** Where it is written down what people change. Thread-safe. */
public interface Journal {
    /** Called before the change: if this fails, nothing is changed. */
    Entry begin(Change change);

    /** A change that is under way. */
    interface Entry {
        /** Says how it went: {@code done}, or the code of a failure. */
        void end(String outcome);
    }

    /**
     * Who changes what.
     *
     * @param subject what the path names, such as the queue
     * @param address where the request came from
     */
    record Change(String actor, String action, String subject, String address) {}
}
