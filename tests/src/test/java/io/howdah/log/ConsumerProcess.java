// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Scanner;

/** A process that reads for a group: each event is one row in the transaction that moves the group on. */
final class ConsumerProcess {
    static final Topic TOPIC = Topic.of("crash").partitions(8);
    static final String GROUP = "effects";

    private ConsumerProcess() {}

    public static void main(String[] arguments) throws Exception {
        var config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setPassword(arguments[2]);
        config.setMaximumPoolSize(14);
        config.setConnectionTimeout(2_000);
        var dataSource = new HikariDataSource(config);
        var howdah = Howdah.builder(dataSource)
                .name(arguments[3])
                .beatEvery(Duration.ofMillis(500))
                .stopWithin(Duration.ofSeconds(5))
                .build();
        howdah.log().handle(TOPIC, GROUP, GroupOptions.standard().batch(20), batch -> {
            try (var insert = batch.connection()
                    .prepareStatement(
                            "insert into effect values (?, ?, ?, clock_timestamp(), pg_sleep(0.002) is null)")) {
                for (var unit : batch.units()) {
                    for (var event : unit) {
                        insert.setInt(1, batch.partition());
                        insert.setLong(2, event.offset());
                        insert.setLong(3, batch.generation());
                        insert.execute();
                    }
                }
            }
        });
        howdah.start();
        System.out.println("reading");
        // Ends gracefully when it is told to.
        new Scanner(System.in, StandardCharsets.UTF_8).nextLine();
        howdah.close();
        dataSource.close();
        System.out.println("left");
    }
}
