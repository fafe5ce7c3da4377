// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.notifications;

import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Latencies;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import io.howdah.notification.DeliveryOptions;
import io.howdah.notification.Endpoint;
import io.howdah.notification.Intent;
import io.howdah.notification.Recipient;
import java.io.IOException;
import java.time.Duration;

/**
 * A backlog of webhooks to a receiver on the same machine, delivered by one process.
 *
 * @param oneDead the first endpoint refuses connections, and what goes to it does not count
 */
record DeliveryTrial(String name, int endpoints, boolean oneDead) implements Contender {
    private static final int BACKLOG = 10_000;
    private static final int CONCURRENCY = 20;

    @Override
    public Trial prepare(Stage stage) throws Exception {
        var counter = Counter.start();
        var pool = Pools.of(stage.database(), 30);
        var howdah = Howdah.builder(pool).stopWithin(Duration.ofSeconds(5)).build();
        howdah.migrate();
        var notifications = howdah.notifications();
        for (int i = 0; i < endpoints; i++) {
            var url = oneDead && i == 0 ? "http://127.0.0.1:1/" : counter.url(i);
            notifications.endpoints().put(Endpoint.of("endpoint-" + i, url).concurrency(CONCURRENCY));
        }
        var amount = stage.share(BACKLOG);
        try (var connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < amount; i++) {
                notifications.notify(connection, intent(i));
            }
            connection.commit();
        }
        notifications.deliver(DeliveryOptions.defaults().allowNetwork("127.0.0.0/8"));
        var expected = oneDead ? amount - (amount + endpoints - 1) / endpoints : amount;
        return new Running(counter, howdah, pool, expected);
    }

    private Intent intent(int number) {
        return Intent.of("bench", "order-" + number, "order.shipped")
                .to(Recipient.endpoint("endpoint-" + number % endpoints))
                .dataJson("{\"order\": " + number + ", \"carrier\": \"post\"}");
    }

    private record Running(Counter counter, Howdah howdah, HikariDataSource pool, int expected) implements Trial {
        @Override
        public Outcome run() throws Exception {
            var began = System.nanoTime();
            howdah.start();
            while (counter.calls() < expected) {
                Thread.sleep(1);
            }
            return new Outcome(expected, Duration.ofNanos(System.nanoTime() - began), Latencies.none());
        }

        @Override
        public void close() throws IOException {
            howdah.close();
            pool.close();
            counter.close();
        }
    }
}
