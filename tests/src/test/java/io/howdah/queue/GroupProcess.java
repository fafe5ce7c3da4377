// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.HowdahException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** A process that receives: each message writes one row in the transaction that acknowledges it. */
final class GroupProcess {
    static final QueueName<Integer> STEPS = QueueName.of("steps", Integer.class);

    private GroupProcess() {}

    public static void main(String[] arguments) throws Exception {
        var config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setPassword(arguments[2]);
        config.setMaximumPoolSize(10);
        config.setConnectionTimeout(2_000);
        var dataSource = new HikariDataSource(config);
        var howdah = Howdah.builder(dataSource)
                .name(arguments[3])
                .beatEvery(Duration.ofMillis(500))
                .build();
        howdah.start();
        for (int i = 0; i < 4; i++) {
            Thread.ofPlatform().start(() -> receive(howdah.messages(), dataSource));
        }
        System.out.println("receiving");
    }

    private static void receive(Messages messages, HikariDataSource dataSource) {
        var options = ReceiveOptions.upTo(2).waiting(Duration.ofSeconds(5)).visibility(Duration.ofSeconds(1));
        while (true) {
            try {
                for (var message : messages.receive(STEPS, options)) {
                    handle(messages, dataSource, message);
                }
            } catch (HowdahException | SQLException failure) {
                System.out.println(failure);
            } catch (InterruptedException stopped) {
                return;
            }
        }
    }

    private static void handle(Messages messages, HikariDataSource dataSource, Message<Integer> message)
            throws SQLException {
        try (var connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            write(connection, message);
            messages.ack(connection, message.receipt());
            connection.commit();
        }
    }

    private static void write(Connection connection, Message<Integer> message) throws SQLException {
        try (var insert = connection.prepareStatement("insert into step (team, number) values (?, ?)")) {
            insert.setString(1, message.group().orElseThrow());
            insert.setInt(2, message.payload());
            insert.execute();
        }
    }
}
