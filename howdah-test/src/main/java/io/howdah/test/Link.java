// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client's connection through a proxy, and the connection to the server that the proxy made for it. */
final class Link {
    static final Logger log = LoggerFactory.getLogger(TcpProxy.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final Socket client;
    private final Socket server = new Socket();
    private final Faults faults;
    private final Consumer<Link> onEnd;
    private final AtomicInteger flowing = new AtomicInteger(2);
    private final List<Future<?>> tasks = new ArrayList<>();
    private boolean ended;

    Link(Socket client, Faults faults, Consumer<Link> onEnd) {
        this.client = client;
        this.faults = faults;
        this.onEnd = onEnd;
    }

    void start(ExecutorService threads, InetSocketAddress address) {
        run(threads, () -> {
            try {
                server.connect(address, (int) CONNECT_TIMEOUT.toMillis());
                server.setTcpNoDelay(true);
                client.setTcpNoDelay(true);
            } catch (IOException unreachable) {
                log.debug("No connection to {}, so {} is cut", address, client, unreachable);
                cut();
                return;
            }
            var watch = new ReplyWatch(faults);
            flow(threads, new Flow(client, server, faults, Link::write));
            flow(threads, new Flow(server, client, faults, (bytes, to) -> !watch.pass(bytes, to.getOutputStream())));
        });
    }

    /** Ends the connection with a reset on both sides, at once. */
    void cut() {
        reset(client);
        reset(server);
        end();
    }

    /** Closes so that the other side sees "connection reset" and not an orderly end. */
    static void reset(Socket socket) {
        try (socket) {
            socket.setSoLinger(true, 0);
        } catch (IOException closed) {
            log.debug("{} was closed already", socket, closed);
        }
    }

    private static boolean write(byte[] bytes, Socket to) throws IOException {
        to.getOutputStream().write(bytes);
        return true;
    }

    private void flow(ExecutorService threads, Flow flow) {
        run(threads, flow::read);
        run(threads, () -> {
            if (!flow.write()) {
                cut();
            } else if (flowing.decrementAndGet() == 0) {
                close(client);
                close(server);
                end();
            }
        });
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException failed) {
            log.debug("Closing {} failed", socket, failed);
        }
    }

    /** The end wins over a start under way, so that no task outlives its link. */
    private synchronized void run(ExecutorService threads, Task task) {
        if (ended) {
            return;
        }
        tasks.add(threads.submit(() -> {
            task.run();
            return null;
        }));
    }

    private void end() {
        onEnd.accept(this);
        List<Future<?>> waiting;
        synchronized (this) {
            ended = true;
            waiting = List.copyOf(tasks);
        }
        waiting.forEach(task -> task.cancel(true));
    }

    /** What one of the link's threads does; an interrupt ends it. */
    private interface Task {
        void run() throws InterruptedException;
    }
}
