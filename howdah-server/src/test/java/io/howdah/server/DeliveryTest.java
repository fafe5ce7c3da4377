// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.howdah.Howdah;
import io.howdah.notification.Endpoint;
import io.howdah.notification.Intent;
import io.howdah.notification.Recipient;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.subethamail.smtp.auth.EasyAuthenticationHandlerFactory;
import org.subethamail.smtp.auth.LoginFailedException;
import org.subethamail.smtp.server.SMTPServer;

/** A replica as a process of its own that calls a receiver and a relay. */
@HowdahTest
class DeliveryTest {
    private static final String STATES = "select channel, state from howdah.notification_deliveries order by 1";

    @TempDir
    static Path folder;

    private final TestDatabase database;
    private final Howdah howdah;
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final List<String> mails = new CopyOnWriteArrayList<>();
    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private HttpServer receiver;
    private SMTPServer relay;

    DeliveryTest(TestDatabase database, Howdah howdah) {
        this.database = database;
        this.howdah = howdah;
    }

    @BeforeEach
    void listen() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        receiver.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        receiver.createContext("/", this::receive);
        receiver.start();
        relay = SMTPServer.port(0)
                .bindAddress(InetAddress.getLoopbackAddress())
                .enableTLS()
                .requireTLS()
                .requireAuth()
                .authenticationHandlerFactory(new EasyAuthenticationHandlerFactory((user, password, context) -> {
                    if (!user.equals("shop") || !password.equals("geheim")) {
                        throw new LoginFailedException();
                    }
                }))
                .startTlsSocketFactory(LocalCertificate.in(folder).context())
                .messageHandler((context, from, to, data) -> mails.add(from + " to " + to))
                .build();
        relay.start();
    }

    @AfterEach
    void stop() {
        mayAnswer.countDown();
        receiver.stop(0);
        relay.stop();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            received.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            if (exchange.getRequestURI().getPath().equals("/slow")) {
                mayAnswer.await();
            }
            exchange.sendResponseHeaders(204, -1);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void webhooks_and_mail_are_delivered_as_the_environment_says_and_no_password_is_logged() {
        send("/hook");

        try (var replica = serve()) {
            replica.awaitLine("courier has joined");
            Await.until(
                    "both are delivered",
                    () -> database.query(STATES)
                            .equals(List.of(List.of("email", "delivered"), List.of("webhook", "delivered"))));

            assertThat(received).singleElement().asString().contains("\"order.shipped\"");
            assertThat(mails).containsExactly("shop@example.com to ada@example.com");
            replica.terminate();
            assertThat(replica.awaitExit()).isZero();
            assertThat(replica.lines())
                    .anyMatch(line -> line.contains("Delivering webhooks, also to 127.0.0.0/8; e-mail by localhost:")
                            && line.contains("as shop:***, from shop@example.com"))
                    .noneMatch(line -> line.contains("geheim"));
        }
    }

    @Test
    void what_is_under_way_is_written_down_before_the_replica_leaves() {
        send("/slow");

        try (var replica = serve()) {
            replica.awaitLine("courier has joined");
            Await.until("the receiver has it", () -> !received.isEmpty());
            replica.terminate();
            replica.awaitLine("Stopping");
            mayAnswer.countDown();

            assertThat(replica.awaitExit()).isZero();
        }
        assertThat(received).hasSize(1);
        assertThat(database.query(
                        "select state, attempts from howdah.notification_deliveries where channel = 'webhook'"))
                .containsExactly(List.of("delivered", 1));
    }

    private void send(String path) {
        var notifications = howdah.notifications();
        notifications
                .endpoints()
                .put(Endpoint.of(
                        "billing", "http://127.0.0.1:" + receiver.getAddress().getPort() + path));
        notifications.notify(Intent.of("shop", "1", "order.shipped")
                .to(Recipient.endpoint("billing"), Recipient.email("ada@example.com"))
                .subject("Order 1")
                .text("It left today."));
    }

    private TestProcess serve() {
        return TestProcess.of(Main.class)
                .jvmOptions(LocalCertificate.in(folder).trustOptions())
                .arguments("serve", "--port", "0", "--name", "courier")
                .environment("HOWDAH_DATABASE_URL", database.jdbcUrl())
                .environment("HOWDAH_DATABASE_USER", database.user())
                .environment("HOWDAH_DATABASE_PASSWORD", database.password())
                .environment("HOWDAH_WEBHOOK_NETWORKS", "127.0.0.0/8")
                .environment("HOWDAH_SMTP_ADDRESS", "localhost:" + relay.getPortAllocated())
                .environment("HOWDAH_SMTP_FROM", "shop@example.com")
                .environment("HOWDAH_SMTP_USER", "shop")
                .environment("HOWDAH_SMTP_PASSWORD", "geheim")
                .start();
    }
}
