// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.howdah.Howdah;
import io.howdah.notification.DeliveryOptions;
import io.howdah.notification.Endpoint;
import io.howdah.notification.Intent;
import io.howdah.notification.NotificationTemplate;
import io.howdah.notification.Notifications;
import io.howdah.notification.Person;
import io.howdah.notification.Recipient;
import io.howdah.notification.email.SmtpChannel;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** The code of the pages on notifications and receivers, run. */
@HowdahTest
class NotificationsPageTest {
    private final List<String> secrets = new CopyOnWriteArrayList<>();

    private void tellTheReceiver(String secret) {
        secrets.add(secret);
    }

    @Test
    void the_page_on_notifications_runs(Howdah howdah, TestDatabase database) throws Exception {
        howdah.queues().pause("notification/webhook");
        howdah.queues().pause("notification/email");
        configure(howdah);
        try (var connection = database.connect()) {
            ship(howdah.notifications(), connection, 42);
        }

        assertThat(secrets).singleElement().asString().startsWith("whsec_");
        var item = howdah.notifications().inbox("ada").list(1).getFirst();
        assertThat(item.subject()).contains("Order 42 is on its way");
        assertThat(database.query("select channel from howdah.notification_route order by channel"))
                .isEqualTo(List.of(List.of("email"), List.of("inbox"), List.of("webhook")));
    }

    @Test
    void the_receiver_of_the_guide_knows_what_is_ours_and_what_is_new(Howdah howdah, TestDatabase database)
            throws Exception {
        database.execute("create table if not exists webhook_seen (id text primary key)");
        var headers = new ConcurrentSkipListMap<String, String>();
        var bodies = new CopyOnWriteArrayList<byte[]>();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", exchange -> {
            exchange.getRequestHeaders()
                    .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
            bodies.add(exchange.getRequestBody().readAllBytes());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        var notifications = howdah.notifications();
        var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        var secret = notifications.endpoints().put(Endpoint.of("billing", url));
        notifications.deliver(DeliveryOptions.defaults().allowNetwork("127.0.0.0/8"));

        notifications.notify(Intent.of("shop", "1", "a.b").to(Recipient.endpoint("billing")));
        howdah.drain();
        server.stop(0);

        var other = notifications.endpoints().rotate("billing", java.time.Duration.ZERO);
        assertThat(isOurs(secret, headers, bodies.getFirst())).isTrue();
        assertThat(isOurs(other, headers, bodies.getFirst())).isFalse();
        assertThat(isOurs(secret, headers, new byte[] {1})).isFalse();
        headers.put("webhook-timestamp", "1700000000");
        assertThat(isOurs(secret, headers, bodies.getFirst())).isFalse();
        try (var connection = database.connect()) {
            assertThat(isNew(connection, headers.get("webhook-id"))).isTrue();
            assertThat(isNew(connection, headers.get("webhook-id"))).isFalse();
        }
    }

    // snippet: notifications
    void ship(Notifications notifications, Connection connection, long order) {
        notifications.notify(
                connection,
                Intent.of("shop", "order-" + order + "-shipped", "order.shipped")
                        .to(Recipient.person("ada"), Recipient.group("sales"), Recipient.subscribers())
                        .template("shipped")
                        .data(Map.of("order", order)));
    }
    // end

    // snippet: notifications-setup
    void configure(Howdah howdah) {
        var notifications = howdah.notifications();
        var secret = notifications
                .endpoints()
                .put(Endpoint.of("billing", "https://billing.example/hooks").types("order.*"));
        notifications.people().put(Person.of("ada").email("ada@example.com").prefers("inbox", "email"));
        notifications.people().join("sales", "ada");
        notifications
                .people()
                .put(NotificationTemplate.of("shipped", "Order {{order}} is on its way", "It left today."));
        notifications.deliver(DeliveryOptions.defaults()
                .channel(SmtpChannel.of("smtp.example.com", 587, "shop@example.com")
                        .login("shop", "password")));
        howdah.start();
        tellTheReceiver(secret);
    }
    // end

    // snippet: receiver
    static boolean isOurs(String secret, Map<String, String> headers, byte[] body) throws GeneralSecurityException {
        var id = headers.get("webhook-id");
        var timestamp = headers.get("webhook-timestamp");
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) {
            return false;
        }
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        var expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
        return Stream.of(headers.get("webhook-signature").split(" "))
                .anyMatch(one -> MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), expected));
    }

    static boolean isNew(Connection transaction, String id) throws SQLException {
        try (var insert =
                transaction.prepareStatement("insert into webhook_seen (id) values (?) on conflict do nothing")) {
            insert.setString(1, id);
            return insert.executeUpdate() == 1;
        }
    }
    // end
}
