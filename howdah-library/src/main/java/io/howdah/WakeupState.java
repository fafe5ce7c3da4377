// SPDX-License-Identifier: Apache-2.0
package io.howdah;

/**
 * How this process learns that there is something to do: by NOTIFY within milliseconds, or, when that does not work, by
 * polling alone, which is as safe but slower.
 */
public sealed interface WakeupState {
    /** Notifications arrive: that was tried when the connection was opened and is checked again and again. */
    record Listening() implements WakeupState {
        @Override
        public String toString() {
            return "listening";
        }
    }

    /** Notifications do not arrive, for the reason given. */
    record Polling(String reason) implements WakeupState {
        @Override
        public String toString() {
            return "polling: " + reason;
        }
    }
}
