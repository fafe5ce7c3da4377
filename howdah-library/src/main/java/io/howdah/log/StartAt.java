// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A place in every partition of a topic. Immutable. */
public final class StartAt {
    private static final StartAt EARLIEST = new StartAt("earliest", null, null);
    private static final StartAt LATEST = new StartAt("latest", null, null);

    private final String kind;
    private final @Nullable Long offset;
    private final @Nullable Instant time;

    private StartAt(String kind, @Nullable Long offset, @Nullable Instant time) {
        this.kind = kind;
        this.offset = offset;
        this.time = time;
    }

    /** The oldest event that is there. */
    public static StartAt earliest() {
        return EARLIEST;
    }

    /** The next event that is numbered. */
    public static StartAt latest() {
        return LATEST;
    }

    /** The same offset in every partition. */
    public static StartAt offset(long offset) {
        if (offset < 0) {
            throw new IllegalArgumentException("an offset is not negative: " + offset);
        }
        return new StartAt("offset", offset, null);
    }

    /** The first event that was numbered at this time or later. */
    public static StartAt time(Instant time) {
        return new StartAt("time", null, time);
    }

    String kind() {
        return kind;
    }

    @Nullable
    Long atOffset() {
        return offset;
    }

    @Nullable
    Instant atTime() {
        return time;
    }

    @Override
    public String toString() {
        return kind + (offset == null ? "" : " " + offset) + (time == null ? "" : " " + time);
    }
}
