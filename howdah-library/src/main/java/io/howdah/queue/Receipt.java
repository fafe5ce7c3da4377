// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import io.howdah.work.Fence;
import io.howdah.work.Work;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * What came with a message and ends it: it names the delivery, so that it is worth nothing once the message was
 * delivered again. A fence, not a secret.
 */
public record Receipt(String text) {
    /** Id, attempt, queue, and whether others wait for it to end. */
    private static final int BYTES = Long.BYTES + Integer.BYTES + Integer.BYTES + 1;

    private static final Pattern WELL_FORMED = Pattern.compile("[0-9a-f]{" + 2 * BYTES + "}");

    public Receipt {
        if (!WELL_FORMED.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "a receipt is the " + 2 * BYTES + " characters that came with a message: \"" + text + "\"");
        }
    }

    static Receipt of(Work work, int queue) {
        var bytes = ByteBuffer.allocate(BYTES)
                .putLong(work.id())
                .putInt(work.attempt())
                .putInt(queue)
                .put((byte) (work.placed() ? 1 : 0))
                .array();
        return new Receipt(HexFormat.of().formatHex(bytes));
    }

    Fence fence() {
        return new Fence(bytes().getLong(), bytes().getInt(Long.BYTES));
    }

    int queue() {
        return bytes().getInt(Long.BYTES + Integer.BYTES);
    }

    /** Others of its group wait for it to end. */
    boolean isWaitedFor() {
        return bytes().get(BYTES - 1) != 0;
    }

    private ByteBuffer bytes() {
        return ByteBuffer.wrap(HexFormat.of().parseHex(text));
    }

    @Override
    public String toString() {
        return text;
    }
}
