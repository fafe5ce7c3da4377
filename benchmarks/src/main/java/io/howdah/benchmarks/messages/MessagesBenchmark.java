// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.messages;

import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Database;
import io.howdah.benchmarks.harness.Load;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Scenario;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How many messages can be sent, and received and acknowledged, by how many and how many at a time. */
public final class MessagesBenchmark implements Benchmark {
    private static final byte[] PAYLOAD = "{\"customer\":42}".getBytes(StandardCharsets.UTF_8);
    private static final int SENDERS = 8;
    private static final int MOST_SENT_AT_ONCE = 5_000;

    /** Makes a queue on a fresh database. */
    private interface Opening {
        Queueing open(Database database) throws SQLException;
    }

    @Override
    public String name() {
        return "messages";
    }

    @Override
    public String summary() {
        return "send, and receive and acknowledge, 1 to 100 at a time by 1 to 64 consumers";
    }

    @Override
    public List<Scenario> scenarios() {
        var scenarios = new ArrayList<Scenario>();
        for (int batch : new int[] {1, 10, 100}) {
            scenarios.add(Scenario.throughput(
                    "send, " + batch + " at a time, " + SENDERS + " threads",
                    "message",
                    List.of(
                            Contender.of("plain table", stage -> send(stage, PlainQueueing::new, batch)),
                            Contender.of("howdah", stage -> send(stage, HowdahQueueing::new, batch)))));
        }
        for (int batch : new int[] {1, 10, 100}) {
            for (int consumers : new int[] {1, 8, 64}) {
                scenarios.add(Scenario.throughput(
                        "receive and ack, " + batch + " at a time, " + consumers + " consumers",
                        "message",
                        List.of(
                                Contender.of(
                                        "plain table", stage -> receive(stage, PlainQueueing::new, consumers, batch)),
                                Contender.of(
                                        "howdah", stage -> receive(stage, HowdahQueueing::new, consumers, batch)))));
            }
        }
        return scenarios;
    }

    private static Trial send(Stage stage, Opening opening, int batch) throws Exception {
        var queue = opening.open(stage.database());
        var payloads = Collections.nCopies(batch, PAYLOAD);
        var load = Load.of(stage, SENDERS, () -> () -> {
            queue.send(payloads);
            return batch;
        });
        return new Trial() {
            @Override
            public Outcome run() throws Exception {
                return load.run();
            }

            @Override
            public void close() throws IOException, SQLException {
                load.close();
                queue.close();
            }
        };
    }

    /** As many as take some seconds: single ones take longer. */
    private static Trial receive(Stage stage, Opening opening, int consumers, int batch) throws Exception {
        var backlog = stage.share(batch == 1 && consumers == 1 ? 10_000 : 50_000);
        var consumption = new Consumption(opening.open(stage.database()), backlog, consumers, batch);
        var filled = false;
        try {
            for (int sent = 0; sent < backlog; sent += MOST_SENT_AT_ONCE) {
                consumption.queue().send(Collections.nCopies(Math.min(MOST_SENT_AT_ONCE, backlog - sent), PAYLOAD));
            }
            filled = true;
            return consumption;
        } finally {
            if (!filled) {
                consumption.close();
            }
        }
    }
}
