// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Whom claimed work belongs to: a member for as long as that lives, or whoever has its fence, for a time.
 *
 * @param time for how long without a member; none is as long as its queue says
 * @param atOnce as a burst, where that can be
 */
record Holder(@Nullable UUID member, @Nullable Duration time, boolean atOnce) {
    static Holder member(UUID member) {
        return new Holder(member, null, false);
    }

    /** A member that does most of it in a moment. */
    static Holder busy(UUID member) {
        return new Holder(member, null, true);
    }

    static Holder anybody(Optional<Duration> time) {
        return new Holder(null, time.orElse(null), false);
    }
}
