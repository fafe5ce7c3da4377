// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An attempt and how it ended.
 *
 * @param member who holds it, unless it is held by whoever has its receipt
 * @param burst what it was claimed with, if that was not by itself
 */
record Ending(
        Fence fence,
        String kind,
        End end,
        @Nullable UUID member,
        @Nullable Burst burst) {
    static Ending of(Work work, End end, @Nullable UUID member) {
        return new Ending(work.fence(), work.kind(), end, member, work.burst());
    }

    /** Of what somebody holds by its fence alone. */
    static Ending of(Fence fence, End end) {
        return new Ending(fence, "", end, null, null);
    }

    Ending with(End other) {
        return new Ending(fence, kind, other, member, burst);
    }

    long id() {
        return fence.id();
    }

    /** What it was claimed with, where that was not by itself. */
    Burst itsBurst() {
        return Objects.requireNonNull(burst);
    }

    /** It may have no lease yet. */
    boolean isBare() {
        return burst != null && burst.isBare(id());
    }

    /** An open transaction of its handler may hold it. */
    boolean isTouched() {
        return burst != null && burst.isTouched(id());
    }

    /** It can be written down without a lease. */
    boolean isDoneInBurst() {
        return isBare() && !isTouched() && end.equals(End.Done.PLAIN);
    }
}
