// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whom claimed work belongs to: a member for as long as that lives, or whoever has its fence, for a time.
 *
 * @param time for how long without a member; none is as long as its queue says
 * @param bursts what is claimed as bursts, one for each priority, where it can be; or none
 */
record Holder(@Nullable UUID member, @Nullable Duration time, List<Burst> bursts) {
    static Holder member(UUID member) {
        return new Holder(member, null, List.of());
    }

    /** A member that does most of it in a moment. */
    static Holder busy(UUID member) {
        var bursts = Stream.generate(() -> new Burst(UUID.randomUUID(), member)).limit(Intake.LEVELS);
        return new Holder(member, null, bursts.toList());
    }

    static Holder anybody(Optional<Duration> time) {
        return new Holder(null, time.orElse(null), List.of());
    }
}
