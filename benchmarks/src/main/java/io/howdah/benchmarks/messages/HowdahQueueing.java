// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.messages;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.benchmarks.harness.Database;
import io.howdah.queue.Message;
import io.howdah.queue.QueueName;
import io.howdah.queue.ReceiveOptions;
import io.howdah.queue.SendOptions;
import java.util.List;

/** Howdah on a pool of its own, as an application has it. */
final class HowdahQueueing implements Queueing {
    private static final QueueName<byte[]> QUEUE = QueueName.of("bench", byte[].class);

    private final HikariDataSource pool;
    private final Howdah howdah;

    HowdahQueueing(Database database) {
        var config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(10);
        this.pool = new HikariDataSource(config);
        this.howdah = Howdah.open(pool);
        howdah.migrate();
        howdah.start();
    }

    @Override
    public void send(List<byte[]> payloads) {
        if (payloads.size() == 1) {
            howdah.messages().send(QUEUE, payloads.getFirst());
        } else {
            howdah.messages().sendAll(QUEUE, payloads, SendOptions.none());
        }
    }

    @Override
    public int receiveAndAck(int most) throws InterruptedException {
        var received = howdah.messages().receive(QUEUE, ReceiveOptions.upTo(most));
        var expired =
                howdah.messages().ackAll(received.stream().map(Message::receipt).toList());
        if (!expired.isEmpty()) {
            throw new IllegalStateException(expired.size() + " receipts had expired");
        }
        return received.size();
    }

    @Override
    public void close() {
        howdah.close();
        pool.close();
    }
}
