// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a receiver may answer, however strange: nothing of it may hang, fill the memory or be taken for success. */
class HttpPosterTest {
    private final ServerSocket server = listen();
    private final CountDownLatch over = new CountDownLatch(1);

    private static ServerSocket listen() {
        try {
            return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @AfterEach
    void close() throws IOException {
        over.countDown();
        server.close();
    }

    @FunctionalInterface
    private interface Saying {
        void say(Socket socket) throws Exception;
    }

    private void answer(Saying saying) {
        Thread.ofVirtual().start(() -> {
            try (var socket = server.accept()) {
                socket.getInputStream().read();
                saying.say(socket);
            } catch (Exception gone) {
                // The client hung up, which is what some of these tests are about.
            }
        });
    }

    private void answer(String text) {
        answer(socket -> {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
        });
    }

    private HttpAnswer post(Duration timeout) throws Exception {
        var guard = new AddressGuard(List.of(NetworkRange.parse("127.0.0.0/8")));
        var address = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/x");
        return new HttpPoster(guard, SSLContext.getDefault())
                .post(new HttpCall(address, Map.of(), new byte[] {1, 2}, timeout));
    }

    private HttpAnswer post() throws Exception {
        return post(Duration.ofSeconds(30));
    }

    @Test
    void interim_answers_are_passed_over_and_chunks_put_together() throws Exception {
        answer(String.join(
                "\r\n",
                "HTTP/1.1 100 Continue",
                "",
                "HTTP/1.1 200 OK",
                "Transfer-Encoding: chunked",
                "X-A: b",
                "",
                "3",
                "abc",
                "2;x=y",
                "de",
                "0",
                "",
                ""));

        var answer = post();

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("abcde");
        assertThat(answer.header("x-a")).contains("b");
    }

    @Test
    void a_body_that_breaks_off_does_not_undo_the_status() throws Exception {
        answer("HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\nhalf");

        assertThat(post().status()).isEqualTo(202);
    }

    @Test
    void what_is_not_http_is_no_answer() {
        answer("SSH-2.0-OpenSSH_9.6\r\n");
        assertThatThrownBy(this::post).hasMessageContaining("not HTTP");
    }

    @Test
    void a_connection_that_closes_without_an_answer_is_a_failure() {
        answer("");
        assertThatThrownBy(this::post).isInstanceOf(IOException.class);
    }

    @Test
    void an_endless_head_is_not_read_to_its_end() {
        answer(socket -> {
            socket.getOutputStream().write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII));
            while (true) {
                socket.getOutputStream().write("X: y\r\n".repeat(100).getBytes(StandardCharsets.US_ASCII));
            }
        });

        assertThatThrownBy(this::post).hasMessageContaining("head");
    }

    @Test
    void an_endless_body_is_cut() throws Exception {
        answer(socket -> {
            socket.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            while (true) {
                socket.getOutputStream().write(new byte[1_000]);
            }
        });

        assertThat(post().body().length()).isLessThanOrEqualTo(2 * 16_384);
    }

    @Test
    void an_answer_that_drips_is_given_up_when_the_time_is_over() {
        answer(socket -> {
            socket.getOutputStream().write("HTTP/1.1 200 ".getBytes(StandardCharsets.US_ASCII));
            while (!over.await(100, TimeUnit.MILLISECONDS)) {
                socket.getOutputStream().write('O');
            }
        });

        var began = System.nanoTime();
        assertThatThrownBy(() -> post(Duration.ofMillis(500))).isInstanceOf(SocketTimeoutException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
    }

    @Test
    void a_name_that_leads_inside_is_not_called() {
        var guard = new AddressGuard(List.of());
        for (var url : List.of(
                "https://localhost/",
                "http://localhost/",
                "https://127.0.0.1/",
                "https://[::1]/",
                "https://[::ffff:127.0.0.1]/",
                "https://2130706433/",
                "https://0/")) {
            var call = new HttpCall(URI.create(url), Map.of(), new byte[0], Duration.ofSeconds(1));
            assertThatThrownBy(() -> new HttpPoster(guard, SSLContext.getDefault()).post(call))
                    .as(url)
                    .isInstanceOf(ForbiddenAddressException.class);
        }
    }
}
