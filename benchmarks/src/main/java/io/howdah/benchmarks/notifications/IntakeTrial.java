// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.notifications;

import io.howdah.Howdah;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Load;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import io.howdah.notification.Endpoint;
import io.howdah.notification.Intent;
import io.howdah.notification.Recipient;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads that say what they want others to know, each intent in a transaction of its own.
 *
 * @param repeated how many of a hundred were said before
 */
record IntakeTrial(String name, int threads, int repeated) implements Contender {
    @Override
    public Trial prepare(Stage stage) throws Exception {
        var pool = Pools.of(stage.database(), Math.max(2, threads));
        var howdah = Howdah.open(pool);
        howdah.migrate();
        var notifications = howdah.notifications();
        notifications.endpoints().put(Endpoint.of("billing", "https://billing.example/hook"));
        var next = new AtomicLong();
        notifications.notify(intent(next.getAndIncrement()));
        var load = Load.of(stage, threads, () -> () -> {
            var random = ThreadLocalRandom.current();
            var number = random.nextInt(100) < repeated ? random.nextLong(next.get()) : next.getAndIncrement();
            notifications.notify(intent(number));
            return 1;
        });
        return new Trial() {
            @Override
            public Outcome run() throws Exception {
                return load.run();
            }

            @Override
            public void close() throws IOException, SQLException {
                load.close();
                howdah.close();
                pool.close();
            }
        };
    }

    private static Intent intent(long number) {
        return Intent.of("bench", "order-" + number, "order.shipped")
                .to(Recipient.endpoint("billing"))
                .dataJson("{\"order\": " + number + ", \"carrier\": \"post\"}");
    }
}
