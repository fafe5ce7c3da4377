// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples;

import com.sun.net.httpserver.HttpServer;
import io.howdah.Howdah;
import io.howdah.notification.DeliveryOptions;
import io.howdah.notification.Endpoint;
import io.howdah.notification.Intent;
import io.howdah.notification.Person;
import io.howdah.notification.Recipient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.UUID;

/** One intent reaches a person's inbox and a webhook; said twice, it is taken in once. */
final class NotificationExample {
    private NotificationExample() {}

    public static void main(String... arguments) throws Exception {
        var receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        receiver.createContext("/hooks", exchange -> {
            var headers = exchange.getRequestHeaders();
            System.out.println(
                    "webhook, signed " + headers.getFirst("webhook-signature").startsWith("v1,"));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        try (var howdah = Howdah.open(Database.of(arguments))) {
            howdah.migrate();
            var notifications = howdah.notifications();
            var url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hooks";
            notifications.endpoints().put(Endpoint.of("example-shop", url));
            notifications.people().put(Person.of("ada").prefers("inbox"));
            // Only public addresses are called, unless a network is named.
            notifications.deliver(DeliveryOptions.defaults().allowNetwork("127.0.0.0/8"));

            var shipped = Intent.of("shop", "shipped-" + UUID.randomUUID(), "order.shipped")
                    .to(Recipient.person("ada"), Recipient.endpoint("example-shop"))
                    .subject("Order 42 is on its way")
                    .data(Map.of("order", 42));
            notifications.notify(shipped);
            notifications.notify(shipped); // a repetition, which changes nothing
            howdah.drain(); // does what is due, here and now; an application calls start() instead

            var item = notifications.inbox("ada").list(1).getFirst();
            System.out.println("inbox: " + item.subject().orElseThrow());
        } finally {
            receiver.stop(0);
        }
    }
}
