// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;

/** A process that delivers webhooks to this machine, and tries ten times in a second and a half. */
final class DeliveryProcess {
    static final DeliveryOptions OPTIONS = DeliveryOptions.defaults()
            .allowNetwork("127.0.0.0/8")
            .concurrency(20)
            .retryAfter(Collections.nCopies(9, Duration.ofMillis(150)).toArray(Duration[]::new));

    private DeliveryProcess() {}

    static TestProcess start(TestDatabase database, String name) {
        var process = TestProcess.of(DeliveryProcess.class)
                .arguments(database.jdbcUrl(), database.user(), database.password(), name)
                .start();
        process.awaitLine("delivering");
        return process;
    }

    public static void main(String[] arguments) throws Exception {
        var config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setPassword(arguments[2]);
        config.setMaximumPoolSize(10);
        var howdah = Howdah.builder(new HikariDataSource(config))
                .name(arguments[3])
                .beatEvery(Duration.ofMillis(500))
                .build();
        howdah.notifications().deliver(OPTIONS);
        howdah.start();
        System.out.println("delivering " + Arrays.asList(arguments).getLast());
        Thread.currentThread().join();
    }
}
