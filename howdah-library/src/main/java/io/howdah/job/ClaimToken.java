// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.work.Fence;
import io.howdah.work.Work;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * What came with a claimed job and ends it: it names the attempt, so that it is worth nothing once the job was given to
 * somebody else. A fence, not a secret.
 */
public record ClaimToken(String text) {
    /** Id, attempt, queue, and who wants to know when it is over. */
    private static final int BYTES = Long.BYTES + Integer.BYTES + Integer.BYTES + 1;

    private static final int PLACED = 1;
    private static final int WATCHED = 2;
    private static final Pattern WELL_FORMED = Pattern.compile("[0-9a-f]{" + 2 * BYTES + "}");

    public ClaimToken {
        if (!WELL_FORMED.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "a claim is the " + 2 * BYTES + " characters that came with a job: \"" + text + "\"");
        }
    }

    static ClaimToken of(Work work, int queue) {
        var bytes = ByteBuffer.allocate(BYTES)
                .putLong(work.id())
                .putInt(work.attempt())
                .putInt(queue)
                .put((byte) ((work.placed() ? PLACED : 0) | (work.watched() ? WATCHED : 0)))
                .array();
        return new ClaimToken(HexFormat.of().formatHex(bytes));
    }

    /** The job that it is of. */
    public JobId job() {
        return new JobId(fence().id());
    }

    /** Which attempt it is. */
    public int attempt() {
        return fence().attempt();
    }

    Fence fence() {
        return new Fence(bytes().getLong(), bytes().getInt(Long.BYTES));
    }

    int queue() {
        return bytes().getInt(Long.BYTES + Integer.BYTES);
    }

    /** Others wait for its place. */
    boolean isPlaced() {
        return (flags() & PLACED) != 0;
    }

    /** A workflow or a batch waits for its end. */
    boolean isWatched() {
        return (flags() & WATCHED) != 0;
    }

    private int flags() {
        return bytes().get(BYTES - 1);
    }

    private ByteBuffer bytes() {
        return ByteBuffer.wrap(HexFormat.of().parseHex(text));
    }

    @Override
    public String toString() {
        return text;
    }
}
