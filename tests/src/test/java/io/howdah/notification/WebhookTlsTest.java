// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@HowdahTest
class WebhookTlsTest {
    @Test
    void a_certificate_must_be_trusted_and_be_the_hosts(Howdah howdah, @TempDir Path folder) throws Exception {
        var certificate = TestCertificate.in(folder);
        var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.setHttpsConfigurator(new HttpsConfigurator(certificate.context()));
        var calls = new AtomicInteger();
        server.createContext("/", exchange -> {
            calls.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try {
            var notifications = howdah.notifications();
            var port = server.getAddress().getPort();
            notifications.endpoints().put(Endpoint.of("right", "https://localhost:" + port + "/"));
            notifications.endpoints().put(Endpoint.of("other-name", "https://127.0.0.1:" + port + "/"));
            notifications.deliver(DeliveryOptions.defaults()
                    .allowNetwork("127.0.0.0/8")
                    .allowNetwork("::1/128")
                    .tls(certificate.context())
                    .retryAfter());

            notifications.notify(
                    Intent.of("shop", "1", "a.b").to(Recipient.endpoint("right"), Recipient.endpoint("other-name")));
            howdah.drain();

            assertThat(notifications
                            .deliveries()
                            .list(DeliveryFilter.all().endpoint("right"), 1)
                            .getFirst()
                            .state())
                    .isEqualTo(DeliveryState.DELIVERED);
            var refused = notifications
                    .deliveries()
                    .list(DeliveryFilter.all().endpoint("other-name"), 1)
                    .getFirst();
            assertThat(refused.error().orElseThrow()).contains("SSLHandshakeException");
            assertThat(calls).hasValue(1);
        } finally {
            server.stop(0);
        }
    }
}
