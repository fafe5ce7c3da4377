// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people see of a group and decide about it while it reads. */
@HowdahTest
class GroupDecisionsTest {
    private static final Topic TOPIC = Topic.of("orders").partitions(3);
    private static final GroupOptions STANDARD = GroupOptions.standard();
    private static final Decider ADA = new Decider("ada", "because");

    private final List<LogEvent> seen = Collections.synchronizedList(new ArrayList<>());
    private TestDatabase database;
    private Howdah howdah;
    private EventLog log;

    @BeforeEach
    void log(TestDatabase database) {
        this.database = database;
        howdah = database.howdah(builder -> builder.stopWithin(Duration.ofSeconds(5)));
        log = howdah.log();
        database.execute("drop table if exists effect; create table effect (partition int, off bigint, type text)");
    }

    private void append(String key, String type) {
        log.append(TOPIC, NewEvent.of(type, "x").key(key));
    }

    private static void write(EventBatch batch) throws SQLException {
        try (var insert = batch.connection().prepareStatement("insert into effect values (?, ?, ?)")) {
            for (var unit : batch.units()) {
                for (var event : unit) {
                    insert.setInt(1, batch.partition());
                    insert.setLong(2, event.offset());
                    insert.setString(3, event.type());
                    insert.addBatch();
                }
            }
            insert.executeBatch();
        }
    }

    private long effects() {
        return database.one("select count(*) from effect", Long.class);
    }

    private LogGroup group() {
        return log.group(TOPIC, "g");
    }

    private List<String> types() {
        return seen.stream().map(LogEvent::type).toList();
    }

    @Test
    void a_group_is_paused_and_resumed_while_it_reads() {
        log.handle(TOPIC, "g", STANDARD, this::see);
        howdah.start();
        append("k", "a");
        Await.until("the first is seen", () -> types().contains("a"));

        group().pause(ADA);
        Await.until(
                "it is paused",
                () -> database.one("select count(*) from howdah.log_group where paused_at is not null", Long.class)
                        == 1);
        howdah.stop();
        append("k", "b");
        howdah.drain();
        assertThat(types()).containsExactly("a");
        group().resume(ADA);
        howdah.start();

        Await.until("the second is seen", () -> types().contains("b"));
        assertThat(database.query("select action, actor, reason from howdah.log_decision order by at"))
                .containsExactly(List.of("pause", "ada", "because"), List.of("resume", "ada", "because"));
    }

    private void see(EventBatch batch) {
        batch.events().forEach(seen::add);
    }

    @Test
    void a_seek_while_a_batch_is_handled_rolls_that_back_and_begins_at_the_new_place() throws Exception {
        IntStream.range(0, 10).forEach(i -> append("k", "t" + i));
        var inside = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        log.handle(TOPIC, "g", STANDARD, batch -> {
            write(batch);
            inside.countDown();
            goOn.await();
        });
        howdah.start();
        inside.await();

        var move = group().seek(TOPIC.partitionOf("k"), 6, ADA);
        goOn.countDown();

        assertThat(move).isEqualTo(new Move(TOPIC.partitionOf("k"), 0, 6));
        assertThat(move.replayed()).isEqualTo(-6);
        Await.until("the last is done", () -> effects() == 4);
        assertThat(database.query("select distinct type from effect order by 1"))
                .containsExactly(List.of("t6"), List.of("t7"), List.of("t8"), List.of("t9"));
    }

    @Test
    void a_reset_says_first_what_it_would_do_and_refuses_what_is_not_there() {
        IntStream.range(0, 10).forEach(i -> append("k", "t" + i));
        log.handle(TOPIC, "g", STANDARD, this::see);
        howdah.drain();

        assertThat(group().planReset(StartAt.earliest()).stream().mapToLong(Move::replayed))
                .containsExactlyInAnyOrder(10L, 0L, 0L);
        assertThat(seen).hasSize(10);
        assertThatThrownBy(() -> group().seek(TOPIC.partitionOf("k"), 11, ADA))
                .isInstanceOfSatisfying(OffsetOutOfRangeException.class, refused -> {
                    assertThat(refused.next()).isEqualTo(10);
                    assertThat(refused.code()).isEqualTo("offset-out-of-range");
                });
        group().reset(StartAt.earliest(), ADA);
        howdah.drain();

        assertThat(seen).hasSize(20);
        assertThatThrownBy(() -> log.group(TOPIC, "nobody")).isInstanceOf(TopicException.class);
        assertThatThrownBy(() -> log.group(Topic.of("nothing"), "g")).isInstanceOf(TopicException.class);
    }

    @Test
    void lag_is_told_in_events_and_in_time(TestClock clock) {
        log.handle(TOPIC, "g", STANDARD, this::see);
        IntStream.range(0, 5).forEach(i -> append("k", "t" + i));
        new SequenceStore(Db.of(database.dataSource(), SchemaName.DEFAULT)).sequence(100, true, false);
        clock.advance(Duration.ofMinutes(10));

        assertThat(group().lag().get(TOPIC.partitionOf("k"))).satisfies(lag -> {
            assertThat(lag.events()).isEqualTo(5);
            assertThat(lag.behind()).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(11));
            assertThat(lag.owner()).isEmpty();
        });
        assertThat(database.one("select sum(lag) from howdah.log_lags", BigDecimal.class))
                .isEqualByComparingTo("5");
    }
}
