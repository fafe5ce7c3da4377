// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

/** What became of an intent. */
public sealed interface Acceptance {
    /**
     * It was taken in, and goes its ways when the transaction commits.
     *
     * @param routes how many addresses it goes to
     */
    record Accepted(NotificationId id, int routes) implements Acceptance {}

    /** The same intent was taken in before: this is the first answer again. */
    record Repeated(NotificationId id, int routes) implements Acceptance {}

    /** It could not be taken in, and was put aside as it came. */
    record Quarantined(MalformedId id, String reason) implements Acceptance {}
}
