// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.Observer.Outcome;
import io.howdah.Payload;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How an attempt ended. */
public sealed interface End {
    /** The word that is stored. */
    String state();

    /** What it is told as; a piece of work that is given back for the last time is told as one that is tried again. */
    default Outcome outcome() {
        return switch (this) {
            case Done done -> Outcome.DONE;
            case Retried retried -> Outcome.RETRIED;
            case Nacked nacked -> Outcome.RETRIED;
            case Snoozed snoozed -> Outcome.SNOOZED;
            case HandedBack handedBack -> Outcome.SNOOZED;
            case Dead dead -> Outcome.DEAD;
            case Discarded discarded -> Outcome.DISCARDED;
            case Cancelled cancelled -> Outcome.CANCELLED;
        };
    }

    default @Nullable Duration pause() {
        return null;
    }

    default @Nullable String reason() {
        return null;
    }

    default @Nullable Payload answer() {
        return null;
    }

    /** It succeeded; final. */
    record Done(@Nullable Payload answer) implements End {
        public static final Done PLAIN = new Done(null);

        @Override
        public String state() {
            return "done";
        }
    }

    /** It failed and is tried again after the pause. */
    record Retried(Duration pause, String reason) implements End {
        @Override
        public String state() {
            return "retried";
        }
    }

    /** Its holder gave it back: tried again after the pause, or dead if that was the last attempt. */
    record Nacked(Duration pause, String reason) implements End {
        @Override
        public String state() {
            return "nacked";
        }
    }

    /** It asked to be run again later; the attempt does not count. */
    record Snoozed(Duration pause) implements End {
        @Override
        public String state() {
            return "snoozed";
        }
    }

    /** It failed for the last time; final, and kept for people to look at. */
    record Dead(String reason) implements End {
        @Override
        public String state() {
            return "dead";
        }
    }

    /** It was found to be pointless; final. */
    record Discarded(String reason) implements End {
        @Override
        public String state() {
            return "discarded";
        }
    }

    /** Somebody did not want it any more; final. */
    record Cancelled() implements End {
        @Override
        public String state() {
            return "cancelled";
        }
    }

    /** It was never begun: ready again at once, and the attempt does not count. */
    record HandedBack() implements End {
        @Override
        public String state() {
            return "handed-back";
        }
    }
}
