// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class TcpProxyTest {
    /** A read of a socket cannot be interrupted, so what never arrives must end by itself. */
    private static final Duration CAP = Duration.ofSeconds(10);

    private static final Duration LONG_ENOUGH_TO_ARRIVE = Duration.ofMillis(200);

    private final EchoServer server = EchoServer.start();
    private final ExecutorService sender = Executors.newVirtualThreadPerTaskExecutor();
    private final TcpProxy proxy = TcpProxy.to("127.0.0.1", server.port());

    @AfterEach
    void stop() {
        proxy.close();
        server.close();
        sender.close();
    }

    @Test
    void bytes_pass_both_ways_and_connections_are_counted() throws IOException {
        try (Socket one = connect();
                Socket two = connect()) {
            assertThat(echo(one, "hello")).isEqualTo("hello");
            assertThat(echo(two, "world")).isEqualTo("world");
            assertThat(proxy.connections()).isEqualTo(2);
        }

        Await.until("both connections are gone", () -> proxy.connections() == 0);
    }

    @Test
    void many_bytes_pass_whole() throws Exception {
        byte[] sent = new byte[3_000_000];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = (byte) ((i * 31) >> 3);
        }
        try (Socket client = connect()) {
            var sending = sender.submit(() -> {
                client.getOutputStream().write(sent);
                client.shutdownOutput();
                return null;
            });

            assertThat(client.getInputStream().readAllBytes()).isEqualTo(sent);
            sending.get();
        }
    }

    @Test
    void a_cut_resets_the_connections_that_exist_and_accepts_new_ones() throws IOException {
        try (Socket before = connect()) {
            echo(before, "hello");

            proxy.cut();

            assertThat(proxy.connections()).isZero();
            assertThatThrownBy(() -> before.getInputStream().read()).isInstanceOf(SocketException.class);
            Await.until("the server sees a reset", () -> server.resets() == 1);
        }
        try (Socket after = connect()) {
            assertThat(echo(after, "again")).isEqualTo("again");
        }
    }

    @Test
    void refusal_hits_new_connections_only_and_ends() throws IOException {
        try (Socket before = connect()) {
            echo(before, "hello");

            proxy.refuse();

            assertThatThrownBy(() -> echo(connect(), "refused")).isInstanceOf(SocketException.class);
            assertThat(echo(before, "still here")).isEqualTo("still here");

            proxy.accept();
            try (Socket after = connect()) {
                assertThat(echo(after, "again")).isEqualTo("again");
            }
        }
    }

    @Test
    void a_stall_stops_bytes_in_both_directions_until_it_is_resumed() throws IOException {
        try (Socket client = connect()) {
            echo(client, "hello");
            proxy.stall();

            send(client, "late");
            assertThat(arrivesInTime(client)).isFalse();
            assertThat(server.received()).isEqualTo("hello");
            server.sendToAll("push");
            assertThat(arrivesInTime(client)).isFalse();
            assertThat(proxy.connections()).isEqualTo(1);

            proxy.resume();
            assertThat(receive(client, 8)).contains("late").contains("push");
        }
    }

    @Test
    void while_stalled_the_server_does_not_learn_that_the_client_is_gone() throws IOException {
        try (Socket client = connect()) {
            echo(client, "hello");
            proxy.stall();
            Link.reset(client);
        }
        assertThatThrownBy(() -> Await.within(LONG_ENOUGH_TO_ARRIVE)
                        .until("the server has lost its client", () -> server.resets() + server.ends() > 0))
                .isInstanceOf(AssertionError.class);

        proxy.resume();
        Await.until("the server has lost its client", () -> server.resets() == 1);
        Await.until("the connection is gone", () -> proxy.connections() == 0);
    }

    @Test
    void a_stalled_connection_can_be_cut() throws IOException {
        try (Socket client = connect()) {
            echo(client, "hello");
            proxy.stall();

            proxy.cut();

            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void a_connection_made_during_a_stall_is_open_but_silent() throws IOException {
        proxy.stall();
        try (Socket client = connect()) {
            send(client, "hello");
            assertThat(arrivesInTime(client)).isFalse();

            proxy.resume();
            assertThat(receive(client, 5)).isEqualTo("hello");
        }
    }

    @Test
    void a_delay_is_felt_in_each_direction_and_can_be_ended() throws IOException {
        try (Socket client = connect()) {
            echo(client, "hello");
            proxy.delay(Duration.ofMillis(150));

            long start = System.nanoTime();
            echo(client, "slow");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(300));

            proxy.delay(Duration.ofHours(1));
            send(client, "next");
            assertThat(arrivesInTime(client)).isFalse();
            proxy.delay(Duration.ZERO);
            assertThat(receive(client, 4)).isEqualTo("next");
        }
    }

    @Test
    void a_delay_is_a_latency_and_not_a_limit_on_throughput() throws Exception {
        proxy.delay(Duration.ofMillis(200));
        try (Socket client = connect()) {
            long start = System.nanoTime();
            var sending = sender.submit(() -> {
                client.getOutputStream().write(new byte[5_000_000]);
                return null;
            });
            assertThat(client.getInputStream().readNBytes(5_000_000)).hasSize(5_000_000);
            sending.get();
            // Some 300 chunks of 16 KB, each held for 200 ms after the one before it, would take a minute.
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
        }
    }

    @Test
    void a_client_of_a_server_that_is_down_is_reset() throws IOException {
        server.close();
        try (Socket client = connect()) {
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
        }
        Await.until("the connection is gone", () -> proxy.connections() == 0);
    }

    @Test
    void the_end_of_a_stream_is_passed_on_while_the_other_direction_goes_on() throws IOException {
        try (Socket client = connect()) {
            send(client, "hello");
            client.shutdownOutput();
            assertThat(client.getInputStream().readAllBytes()).isEqualTo("hello".getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(server.resets()).isZero();
    }

    @Test
    void close_leaves_no_thread_and_no_connection_behind(@TempDir Path folder) throws IOException {
        try (Socket flowing = connect();
                Socket stalled = connect()) {
            echo(flowing, "hello");
            echo(stalled, "hello");
            proxy.stall();
            send(stalled, "held back");
            String name = "tcp-proxy-" + proxy.port() + "-";
            assertThat(threads(folder.resolve("open"))).contains(name);

            proxy.close();

            assertThat(threads(folder.resolve("closed"))).doesNotContain(name);
            assertThat(proxy.connections()).isZero();
            assertThatThrownBy(() -> flowing.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThatThrownBy(this::connect).isInstanceOf(IOException.class);
        }
    }

    @Test
    void the_jdbc_address_names_the_port_and_switches_encryption_off() {
        assertThat(proxy.jdbcUrl("orders"))
                .isEqualTo(
                        "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/orders?sslmode=disable&gssEncMode=disable");
    }

    private Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout((int) CAP.toMillis());
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String receive(Socket socket, int length) throws IOException {
        return new String(socket.getInputStream().readNBytes(length), StandardCharsets.US_ASCII);
    }

    private static String echo(Socket socket, String text) throws IOException {
        send(socket, text);
        return receive(socket, text.length());
    }

    private static boolean arrivesInTime(Socket socket) throws IOException {
        socket.setSoTimeout((int) LONG_ENOUGH_TO_ARRIVE.toMillis());
        try {
            return socket.getInputStream().read() >= 0;
        } catch (SocketTimeoutException nothing) {
            return false;
        } finally {
            socket.setSoTimeout((int) CAP.toMillis());
        }
    }

    private static String threads(Path file) throws IOException {
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        return Files.readString(file);
    }
}
