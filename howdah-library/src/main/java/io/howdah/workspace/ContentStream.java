// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.workspace.store.ChunkName;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file, or some of them, each chunk checked before anything of it is given out. Not thread-safe.
 *
 * <p>All chunks are known when it is opened; as long as it is read from, they are kept from being cleared away.
 */
final class ContentStream extends InputStream {
    private static final int AHEAD_BYTES = 4 << 20;

    private final Chunks chunks;
    private final VersionStore.Content content;
    private final Duration renewEvery;
    private final long end;
    private final Deque<byte[]> ahead = new ArrayDeque<>();
    private long position;
    private int nextChunk;
    private byte @Nullable [] current;
    private long currentAt;
    private long renewedAt = System.nanoTime();

    /** @param end not larger than the file */
    ContentStream(Chunks chunks, VersionStore.Content content, long from, long end, Duration renewEvery) {
        this.chunks = chunks;
        this.content = content;
        this.position = from;
        this.end = end;
        this.renewEvery = renewEvery;
        this.nextChunk = Math.toIntExact(from / content.chunkSize());
    }

    @Override
    public int read() {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        if (position >= end) {
            return -1;
        }
        keepFromExpiring();
        var bytes = currentChunk();
        var from = Math.toIntExact(position - currentAt);
        var n = (int) Math.min(Math.min(length, bytes.length - from), end - position);
        System.arraycopy(bytes, from, into, offset, n);
        position += n;
        return n;
    }

    @Override
    public int available() {
        return current == null ? 0 : (int) Math.max(0, Math.min(end, currentAt + current.length) - position);
    }

    private byte[] currentChunk() {
        if (current == null || position >= currentAt + current.length) {
            if (ahead.isEmpty()) {
                fetch();
            }
            current = ahead.remove();
            currentAt = position / content.chunkSize() * content.chunkSize();
        }
        return current;
    }

    private void fetch() {
        var last = Math.toIntExact((end - 1) / content.chunkSize());
        var most = Math.clamp(AHEAD_BYTES / content.chunkSize(), 1, Chunks.MOST_AT_ONCE);
        List<ChunkName> wanted = content.chunks().subList(nextChunk, Math.min(last + 1, nextChunk + most));
        var found = chunks.get(wanted);
        for (var name : wanted) {
            var bytes = found.get(name);
            if (bytes == null || bytes.length == 0) {
                throw new IllegalStateException("chunk " + name + " has no bytes");
            }
            ahead.add(bytes);
        }
        nextChunk += wanted.size();
    }

    private void keepFromExpiring() {
        if (System.nanoTime() - renewedAt > renewEvery.toNanos()) {
            chunks.stillRead(
                    content.chunks().subList(nextChunk, content.chunks().size()));
            renewedAt = System.nanoTime();
        }
    }
}
