// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.log;

import io.howdah.benchmarks.harness.Latencies;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import io.howdah.benchmarks.raw.Payload;
import io.howdah.log.EventBatch;
import io.howdah.log.GroupOptions;
import io.howdah.log.NewEvent;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** From before an event is appended until a handler in the same process has it, at a given rate. */
final class EndToEnd implements Trial {
    private static final int SENDERS = 8;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final HowdahLog ours;
    private final int perSecond;
    private final Duration duration;
    private final Latencies.Recorder latencies = new Latencies.Recorder();
    private long received;

    private EndToEnd(HowdahLog ours, int perSecond, Duration duration) {
        this.ours = ours;
        this.perSecond = perSecond;
        this.duration = duration;
    }

    static EndToEnd at(int perSecond, Stage stage, HowdahLog ours) {
        var trial = new EndToEnd(ours, perSecond, stage.duration());
        ours.log().create(HowdahLog.AFTER_COMMIT);
        ours.reading(HowdahLog.AFTER_COMMIT, GroupOptions.standard(), trial::receive)
                .started();
        return trial;
    }

    private synchronized void receive(EventBatch batch) {
        long now = System.nanoTime();
        batch.events().forEach(event -> {
            latencies.add(now - ByteBuffer.wrap(event.payload().bytes()).getLong());
            received++;
        });
    }

    private synchronized long received() {
        return received;
    }

    @Override
    public Outcome run() throws Exception {
        long began = System.nanoTime();
        long sent = 0;
        try (var threads = Executors.newFixedThreadPool(SENDERS)) {
            List<Future<Long>> senders = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                senders.add(threads.submit(() -> send(began)));
            }
            for (var sender : senders) {
                sent += sender.get();
            }
        }
        while (received() < sent) {
            if (System.nanoTime() - began > duration.plus(LIMIT).toNanos()) {
                throw new IllegalStateException(received() + " of " + sent + " events arrived");
            }
            LockSupport.parkNanos(1_000_000);
        }
        return new Outcome(sent, Duration.ofNanos(System.nanoTime() - began), Latencies.of(List.of(latencies)));
    }

    private long send(long began) {
        long every = Duration.ofSeconds(1).toNanos() * SENDERS / perSecond;
        long sent = 0;
        while (System.nanoTime() - began < duration.toNanos()) {
            LockSupport.parkNanos(began + sent * every - System.nanoTime());
            byte[] bytes = Payload.kilobyte();
            ByteBuffer.wrap(bytes).putLong(System.nanoTime());
            ours.log().append(HowdahLog.AFTER_COMMIT, NewEvent.of("t", bytes).key(Long.toString(sent)));
            sent++;
        }
        return sent;
    }

    @Override
    public void close() throws SQLException {
        ours.close();
    }
}
