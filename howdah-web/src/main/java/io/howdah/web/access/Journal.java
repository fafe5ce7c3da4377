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
     * @param subject what it is done to, such as the queue; cut off after 300 characters
     * @param address where the request came from
     */
    record Change(String actor, String action, String subject, String address) {
        private static final int LONGEST_SUBJECT = 300;

        public Change {
            subject = printable(subject);
        }

        /** No text of PostgreSQL's has a NUL or half a character, and no reader needs others that are not seen. */
        private static String printable(String text) {
            return text.codePoints()
                    .map(point -> Character.isISOControl(point) || Character.getType(point) == Character.SURROGATE
                            ? '\uFFFD'
                            : point)
                    .limit(LONGEST_SUBJECT)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
        }
    }
}
