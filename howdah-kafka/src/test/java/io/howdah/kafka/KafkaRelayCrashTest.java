// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.kafka.KafkaRelay.Step;
import io.howdah.log.NewEvent;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Relays that are killed or frozen between sending, Kafka's commit and ours: nothing is lost, and nothing is there
 * twice.
 */
@HowdahTest
class KafkaRelayCrashTest {
    private final EmbeddedKafka kafka = EmbeddedKafka.running();
    private TestDatabase database;
    private Howdah howdah;
    private KafkaTopic to;

    @BeforeEach
    void topic(TestDatabase database) {
        this.database = database;
        howdah = database.howdah(builder -> builder.beatEvery(Duration.ofMillis(500)));
        to = kafka.topicFor(RelayProcess.TOPIC);
        append(100);
    }

    private void append(int events) {
        for (int i = 0; i < events; i += 10) {
            howdah.log()
                    .appendAll(
                            RelayProcess.TOPIC,
                            IntStream.range(0, 10)
                                    .mapToObj(n -> NewEvent.of("t", "x").key("k"))
                                    .toList());
        }
    }

    private TestProcess relayUntil(Step step) {
        var process = TestProcess.of(RelayProcess.class)
                .arguments(database.jdbcUrl(), database.user(), database.password())
                .arguments(kafka.servers(), to.name(), step.name())
                .start();
        process.awaitLine("at " + step);
        return process;
    }

    private void requireEachOnce(long end) {
        try (var relay = KafkaRelay.open(howdah.log(), RelayProcess.TOPIC, to)) {
            howdah.start();
            Await.within(Duration.ofSeconds(60))
                    .until(
                            "the group has moved on",
                            () -> howdah.log()
                                            .group(RelayProcess.TOPIC, KafkaRelay.groupOf(to))
                                            .lag()
                                            .getFirst()
                                            .next()
                                    == end);
            assertThat(relay.states().getFirst().failure()).isEmpty();
            howdah.stop();
        }
        assertThat(offsets()).isEqualTo(LongStream.range(0, end).boxed().toList());
    }

    private List<Long> offsets() {
        return kafka.offsets(to, 0);
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void a_relay_that_is_killed_leaves_every_event_there_once(Step step) {
        try (var process = relayUntil(step)) {
            assertThat(offsets()).hasSize(step == Step.COMMITTED ? 100 : 0);
            process.kill();
        }
        append(50);

        requireEachOnce(150);
    }

    @Test
    void a_relay_that_was_frozen_before_its_commit_is_fenced_off() {
        try (var process = relayUntil(Step.SENT)) {
            process.freeze();
            append(50);
            requireEachOnce(150);
            process.thaw();
            // Once for the commit that is refused, and once for what it relays as a new member.
            process.send("go on");
            process.send("go on");
            process.awaitLine("went on");
            append(10);
            Await.within(Duration.ofSeconds(60))
                    .until("it relays again", () -> offsets().size() >= 160);
        }
        assertThat(offsets()).isEqualTo(LongStream.range(0, 160).boxed().toList());
    }
}
