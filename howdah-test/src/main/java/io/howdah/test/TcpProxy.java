// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A TCP proxy on the loopback address whose connections can be cut, refused, stalled, delayed, and cut right after the
 * server has committed.
 *
 * <p>It starts without a fault. Each fault is in effect when its method returns, for connections that exist as well as
 * for new ones, and independently of the others. Safe to use from several threads.
 *
 * <pre>{@code
 * try (var proxy = TcpProxy.to("127.0.0.1", postgres.port())) {
 *     var connection = DriverManager.getConnection(proxy.jdbcUrl("orders"), user, password);
 *     proxy.cutOnReply("COMMIT");
 *     connection.commit(); // throws, and yet the server has committed
 * }
 * }</pre>
 */
public final class TcpProxy implements AutoCloseable {
    private static final int BACKLOG = 256;
    private static final Duration CLOSE_CAP = Duration.ofSeconds(10);

    private final InetSocketAddress target;
    private final ServerSocket server;
    private final ExecutorService threads;
    private final Faults faults = new Faults();
    private final Set<Link> links = ConcurrentHashMap.newKeySet();

    private TcpProxy(InetSocketAddress target, ServerSocket server) {
        this.target = target;
        this.server = server;
        this.threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual()
                .name("tcp-proxy-" + server.getLocalPort() + "-", 0)
                .factory());
    }

    /** Starts a proxy on a free port in front of the given server, which need not run yet. */
    public static TcpProxy to(String host, int port) {
        try {
            var server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
            var proxy = new TcpProxy(new InetSocketAddress(host, port), server);
            proxy.threads.execute(proxy::acceptUntilClosed);
            return proxy;
        } catch (IOException noPort) {
            throw new UncheckedIOException(
                    "A proxy to " + host + ":" + port + " found no free port to listen on", noPort);
        }
    }

    /** The port that this proxy listens on. */
    public int port() {
        return server.getLocalPort();
    }

    /** The address of a database behind this proxy, without encryption: the proxy must be able to read replies. */
    public String jdbcUrl(String database) {
        return "jdbc:postgresql://" + server.getInetAddress().getHostAddress() + ":" + port() + "/"
                + URLEncoder.encode(database, StandardCharsets.UTF_8) + "?sslmode=disable&gssEncMode=disable";
    }

    /** How many connections go through at present. */
    public int connections() {
        return links.size();
    }

    /** Resets all connections of this moment; new ones are still accepted. */
    public void cut() {
        links.forEach(Link::cut);
    }

    /** Resets each new connection at once, until {@link #accept}. Existing ones go on. */
    public void refuse() {
        faults.refuse(true);
    }

    /** Ends {@link #refuse}. */
    public void accept() {
        faults.refuse(false);
    }

    /**
     * Stops all bytes in both directions until {@link #resume}, while connections stay open: nobody learns that the
     * other side has closed or died. What is sent meanwhile arrives after {@code resume}.
     */
    public void stall() {
        faults.stall(true);
    }

    /** Ends {@link #stall}. */
    public void resume() {
        faults.stall(false);
    }

    /** Lets everything arrive this much later, in each direction; zero ends it. */
    public void delay(Duration delay) {
        faults.delay(delay);
    }

    /**
     * Cuts the connection that next receives the reply with this command tag, once. The reply is swallowed: the server
     * has done it and the client never learns. The tag is whole ("COMMIT") or its first word ("INSERT" for "INSERT 0
     * 1"). PostgreSQL sends "COMMIT" when it has committed; the reply to a statement in autocommit may precede its
     * commit.
     */
    public void cutOnReply(String commandTag) {
        faults.arm(commandTag);
    }

    /** Ends every fault. */
    void heal() {
        faults.none();
    }

    /** Resets all connections and stops listening; returns when the last of its threads has ended. */
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException failed) {
            throw new UncheckedIOException("The proxy on port " + port() + " could not be closed", failed);
        }
        cut();
        threads.shutdown();
        awaitThreads();
    }

    private void awaitThreads() {
        try {
            if (!threads.awaitTermination(CLOSE_CAP.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(
                        "A thread of the proxy on port " + port() + " did not end in " + CLOSE_CAP.toSeconds() + " s.");
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while closing the proxy on port " + port() + ".", interrupt);
        }
    }

    private void acceptUntilClosed() {
        while (true) {
            try {
                take(server.accept());
            } catch (IOException failed) {
                if (server.isClosed()) {
                    return;
                }
                Link.log.warn("The proxy on port {} could not accept a connection", port(), failed);
            }
        }
    }

    private void take(Socket client) {
        if (faults.refusing()) {
            Link.reset(client);
            return;
        }
        var link = new Link(client, faults, links::remove);
        links.add(link);
        if (server.isClosed()) {
            // The close may have looked at the links before this one was among them.
            link.cut();
        } else {
            link.start(threads, target);
        }
    }
}
