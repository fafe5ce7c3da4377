// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * One direction of a proxied connection.
 *
 * <p>Reading and writing are two threads with a queue between them, so that a delay is a latency and not a limit on the
 * bytes per second. The end of the stream and its breaking travel through the same queue: while the proxy stalls,
 * neither side learns that the other is gone.
 */
final class Flow {
    private static final int CHUNK_BYTES = 16 * 1024;
    /** Bounds what a stalled flow holds; then the sender's own buffers fill up, as they do on a network. */
    private static final int QUEUED_CHUNKS = 64;

    private static final byte[] NOTHING = {};

    private final Socket from;
    private final Socket to;
    private final Faults faults;
    private final Sink sink;
    private final BlockingQueue<Chunk> queue = new ArrayBlockingQueue<>(QUEUED_CHUNKS);

    Flow(Socket from, Socket to, Faults faults, Sink sink) {
        this.from = from;
        this.to = to;
        this.faults = faults;
        this.sink = sink;
    }

    /** Reads until the sender ends the stream or the connection breaks. */
    void read() throws InterruptedException {
        try {
            InputStream in = from.getInputStream();
            byte[] buffer = new byte[CHUNK_BYTES];
            int length;
            while ((length = in.read(buffer)) >= 0) {
                queue.put(new Chunk(Kind.BYTES, Arrays.copyOf(buffer, length), System.nanoTime()));
            }
            queue.put(new Chunk(Kind.END, NOTHING, System.nanoTime()));
        } catch (IOException broken) {
            Link.log.debug("Reading from {} ended", from, broken);
            queue.put(new Chunk(Kind.BROKEN, NOTHING, System.nanoTime()));
        }
    }

    /** Writes until the stream has ended; false if the connection broke or was to be cut here. */
    boolean write() throws InterruptedException {
        try {
            while (true) {
                Chunk chunk = queue.take();
                faults.awaitPassage(chunk.arrivedAt());
                if (chunk.kind() == Kind.END) {
                    to.shutdownOutput();
                    return true;
                }
                if (chunk.kind() == Kind.BROKEN || !sink.write(chunk.bytes(), to)) {
                    return false;
                }
            }
        } catch (IOException broken) {
            Link.log.debug("Writing to {} ended", to, broken);
            return false;
        }
    }

    /** Takes bytes towards their receiver; false if the connection is to be cut instead of going on. */
    interface Sink {
        boolean write(byte[] bytes, Socket to) throws IOException;
    }

    private enum Kind {
        BYTES,
        END,
        BROKEN
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Chunk(Kind kind, byte[] bytes, long arrivedAt) {}
}
