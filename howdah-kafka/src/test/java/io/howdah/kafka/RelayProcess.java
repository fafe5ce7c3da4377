// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.log.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Scanner;

/** A process that relays, and waits at the step that it is told, the first time it comes there with something sent. */
final class RelayProcess {
    static final Topic TOPIC = Topic.of("crash").partitions(1);

    private RelayProcess() {}

    /** Arguments: URL, user and password of the database; servers and topic of Kafka; the step. */
    public static void main(String[] arguments) {
        var config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setPassword(arguments[2]);
        config.setMaximumPoolSize(8);
        try (var dataSource = new HikariDataSource(config);
                var howdah = Howdah.builder(dataSource)
                        .beatEvery(Duration.ofMillis(500))
                        .build()) {
            var until = KafkaRelay.Step.valueOf(arguments[5]);
            var input = new Scanner(System.in, StandardCharsets.UTF_8);
            var relay = KafkaRelay.open(howdah.log(), TOPIC, KafkaTopic.of(arguments[3], arguments[4]), step -> {
                if (step == until) {
                    System.out.println("at " + step);
                    input.nextLine();
                    System.out.println("went on");
                }
            });
            howdah.start();
            System.out.println("relaying");
            // Until it is killed.
            Thread.currentThread().join();
            relay.close();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
