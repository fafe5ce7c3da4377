// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Cuts streams into chunks and sends many of them at a time. Not thread-safe. */
final class Uploads {
    private final WorkspaceName workspace;
    private final Chunks chunks;
    private final Map<Piece, byte[]> waiting = new HashMap<>();
    private long waitingBytes;

    Uploads(WorkspaceName workspace, Chunks chunks) {
        this.workspace = workspace;
        this.chunks = chunks;
    }

    /** Reads to the end, and gives up as soon as there is more than allowed. */
    Staged read(WorkspaceFile named, InputStream content, long mostBytes) throws IOException {
        var whole = Sha256.digest();
        var pieces = new ArrayList<Piece>();
        long size = 0;
        for (var bytes = content.readNBytes(chunks.chunkSize());
                bytes.length > 0;
                bytes = content.readNBytes(chunks.chunkSize())) {
            size += bytes.length;
            if (size > mostBytes) {
                throw QuotaExceededException.file(workspace, named.path(), mostBytes);
            }
            whole.update(bytes);
            pieces.add(add(bytes));
        }
        var file = new WorkspaceFile(named.path(), size, Sha256.hex(whole.digest()), named.executable());
        return new Staged(file, 0, chunks.chunkSize(), List.copyOf(pieces));
    }

    void flush() {
        chunks.put(waiting);
        waiting.clear();
        waitingBytes = 0;
    }

    private Piece add(byte[] bytes) {
        if (waiting.size() == Chunks.MOST_AT_ONCE || waitingBytes + bytes.length > Chunks.MOST_BYTES) {
            flush();
        }
        var piece = new Piece(Sha256.of(bytes), bytes.length);
        waiting.put(piece, bytes);
        waitingBytes += bytes.length;
        return piece;
    }
}
