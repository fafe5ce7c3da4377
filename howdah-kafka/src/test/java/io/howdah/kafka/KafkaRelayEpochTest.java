// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.log.Decider;
import io.howdah.log.EventLog;
import io.howdah.log.LogGroup;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The database goes back to an earlier state, or may have, while Kafka keeps what was relayed. */
@HowdahTest
class KafkaRelayEpochTest {
    private static final Topic ONE = Topic.of("one").partitions(1);
    private static final Decider ADA = new Decider("ada", "looked at it");

    private final EmbeddedKafka kafka = EmbeddedKafka.running();
    private TestDatabase database;
    private Howdah howdah;
    private EventLog log;

    @BeforeEach
    void log(TestDatabase database, Howdah howdah) {
        this.database = database;
        this.howdah = howdah;
        log = howdah.log();
    }

    private void append(int from, int until) {
        for (int i = from; i < until; i++) {
            log.append(ONE, NewEvent.of("t", ("" + i).getBytes(UTF_8)).key("k" + i % 7));
        }
    }

    private LogGroup group(KafkaTopic to) {
        return log.group(ONE, KafkaRelay.groupOf(to));
    }

    private static List<Long> upTo(long end) {
        return LongStream.range(0, end).boxed().toList();
    }

    @Test
    void a_log_that_was_restored_is_noticed() {
        var to = kafka.topicFor(ONE);
        append(0, 5);
        try (var relay = KafkaRelay.open(log, ONE, to)) {
            howdah.drain();
            // As a restore leaves it: other events at the offsets that were relayed.
            database.execute("truncate howdah.log_event, howdah.log_entry, howdah.log_position;"
                    + " update howdah.log_lease set gen = gen + 1, owner = null;"
                    + " insert into howdah.log_position select group_id, part_id, gen, 0 from howdah.log_lease");
            append(100, 110);
            howdah.drain();

            assertThat(relay.states().getFirst().failure().orElseThrow().code()).isEqualTo("kafka-diverged");
            assertThat(kafka.offsets(to, 0)).isEqualTo(upTo(5));
            group(to).restart(0, ADA);
            howdah.drain();
            assertThat(kafka.offsets(to, 0)).hasSize(15);
        }
    }

    @Test
    void a_promotion_that_lost_nothing_needs_nobody() {
        var to = kafka.topicFor(ONE);
        append(0, 5);
        try (var relay = KafkaRelay.open(log, ONE, to)) {
            howdah.drain();
            var before = log.epoch();
            // As recovery leaves it.
            database.execute("truncate howdah.log_witness");
            append(5, 10);
            howdah.drain();

            assertThat(kafka.offsets(to, 0)).isEqualTo(upTo(10));
            assertThat(relay.states().getFirst().failure()).isEmpty();
            assertThat(log.epoch()).isGreaterThan(before);
            var epoch = kafka.committed(to, 0).getLast().headers().lastHeader("howdah_epoch");
            assertThat(new String(epoch.value(), UTF_8)).isEqualTo("" + log.epoch());
        }
    }

    @Test
    void a_failover_that_lost_what_was_relayed_is_noticed_by_a_relay_that_was_there() {
        var to = kafka.topicFor(ONE);
        append(0, 5);
        try (var relay = KafkaRelay.open(log, ONE, to)) {
            howdah.drain();
            // The standby had neither the last two events nor the last place, and the process has seen no failure.
            database.execute("delete from howdah.log_entry where off >= 3; delete from howdah.log_position;"
                    + " insert into howdah.log_position select group_id, part_id, gen, 3 from howdah.log_lease;"
                    + " truncate howdah.log_witness");
            append(100, 110);
            howdah.drain();

            assertThat(relay.states().getFirst().failure().orElseThrow().code()).isEqualTo("kafka-diverged");
            assertThat(group(to).lag().getFirst().stopped().orElseThrow()).contains("at offset 3");
            assertThat(kafka.offsets(to, 0)).isEqualTo(upTo(5));
        }
    }
}
