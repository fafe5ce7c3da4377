// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Follows the framing of what a PostgreSQL server sends, far enough to find one reply.
 *
 * <p>Everything passes at once, whatever protocol it is. Only while a reply is armed is a CommandComplete message held
 * back until it is whole, because only then is it known whether the client may see it.
 */
final class ReplyWatch {
    private static final int HEADER_LENGTH = 5;
    private static final int LENGTH_OF_LENGTH = 4;
    private static final byte COMMAND_COMPLETE = 'C';
    /** PostgreSQL's own bound for a command tag (COMPLETION_TAG_BUFSIZE). */
    private static final int LONGEST_TAG = 64;

    private final Faults faults;
    private final ByteBuffer header = ByteBuffer.allocate(HEADER_LENGTH);
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private boolean holding;
    private int bodyMissing;
    private boolean foreign;

    ReplyWatch(Faults faults) {
        this.faults = faults;
    }

    /** Passes on what precedes the armed reply; true if it was found: neither it nor what follows is passed then. */
    boolean pass(byte[] bytes, OutputStream out) throws IOException {
        int length = bytes.length;
        var passed = new ByteArrayOutputStream(length + held.size());
        boolean found = false;
        int at = 0;
        while (at < length && !found) {
            int size = foreign ? length - at : step(bytes, at, length - at);
            (holding ? held : passed).write(bytes, at, size);
            at += size;
            found = !foreign && afterStep(passed);
        }
        passed.writeTo(out);
        return found;
    }

    /** How many bytes belong to the part of the message (header or body) that has begun. */
    private int step(byte[] bytes, int at, int available) {
        if (!header.hasRemaining()) {
            int size = Math.min(bodyMissing, available);
            bodyMissing -= size;
            return size;
        }
        if (header.position() == 0) {
            holding = bytes[at] == COMMAND_COMPLETE && faults.armed();
        }
        int size = Math.min(header.remaining(), available);
        header.put(bytes, at, size);
        if (!header.hasRemaining()) {
            bodyMissing = header.getInt(1) - LENGTH_OF_LENGTH;
        }
        return size;
    }

    private boolean afterStep(ByteArrayOutputStream passed) throws IOException {
        if (header.hasRemaining()) {
            return false;
        }
        foreign = bodyMissing < 0;
        boolean whole = bodyMissing == 0;
        if (holding && whole && faults.disarmBy(heldTag())) {
            return true;
        }
        if (foreign || whole || bodyMissing > LONGEST_TAG) {
            held.writeTo(passed);
            held.reset();
            holding = false;
        }
        if (whole) {
            header.clear();
        }
        return false;
    }

    private String heldTag() {
        // The tag ends with a zero byte.
        int length = Math.max(0, held.size() - HEADER_LENGTH - 1);
        return new String(held.toByteArray(), Math.min(HEADER_LENGTH, held.size()), length, StandardCharsets.UTF_8);
    }
}
