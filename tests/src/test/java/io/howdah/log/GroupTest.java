// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Groups that read: in order, in whole units, exactly once, each at its own place. */
@HowdahTest
class GroupTest {
    private static final Topic TOPIC = Topic.of("orders").partitions(3);
    private static final GroupOptions STANDARD = GroupOptions.standard();

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

    private void appendUnit(String key, int events) {
        log.appendAll(
                TOPIC,
                IntStream.range(0, events)
                        .mapToObj(i -> NewEvent.of("t" + i, "x").key(key))
                        .toList());
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

    @Test
    void a_group_gets_everything_in_order_and_once() {
        for (int i = 0; i < 300; i++) {
            append("k" + i % 10, "t" + i);
        }
        log.handle(TOPIC, "g", STANDARD.batch(7), batch -> {
            batch.events().forEach(seen::add);
            write(batch);
        });

        howdah.drain();

        assertThat(effects()).isEqualTo(300);
        for (int partition = 0; partition < 3; partition++) {
            var of = partition;
            assertThat(seen.stream().filter(event -> event.partition() == of))
                    .extracting(LogEvent::offset)
                    .isSorted()
                    .doesNotHaveDuplicates();
        }
        assertThat(group().lag()).allSatisfy(lag -> {
            assertThat(lag.events()).isZero();
            assertThat(lag.behind()).isZero();
        });
        append("k1", "later");
        howdah.drain();
        assertThat(effects()).isEqualTo(301);
    }

    @Test
    void a_unit_is_handed_over_whole_however_long_it_is() {
        appendUnit("k", 3);
        appendUnit("k", 250);
        appendUnit("k", 1);
        appendUnit("k", 10_000);
        appendUnit("k", 4);
        var sizes = new ArrayList<Long>();
        var batches = new AtomicInteger();
        log.handle(TOPIC, "g", STANDARD.batch(100), batch -> {
            batches.incrementAndGet();
            batch.units().forEach(unit -> {
                sizes.add(unit.size());
                assertThat(unit.stream().map(LogEvent::offset).toList())
                        .hasSize(Math.toIntExact(unit.size()))
                        .isSorted()
                        .contains(unit.first(), unit.last());
            });
        });

        howdah.drain();

        assertThat(sizes).containsExactly(3L, 250L, 1L, 10_000L, 4L);
        assertThat(batches.get()).isLessThan(5);
    }

    @Test
    void a_unit_too_long_to_be_held_in_memory_is_read_while_the_handler_goes_through_it() throws Exception {
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 3; i++) {
                log.appendAll(
                        connection,
                        TOPIC,
                        Collections.nCopies(5_000, NewEvent.of("t", new byte[1]).key("k")));
            }
            connection.commit();
        }
        append("k", "after");
        var sizes = new ArrayList<Long>();
        log.handle(
                TOPIC,
                "g",
                STANDARD,
                batch -> batch.units()
                        .forEach(unit -> sizes.add(unit.stream()
                                .peek(event -> assertThat(event.unit()).isEqualTo(unit.first()))
                                .count())));

        howdah.drain();

        assertThat(sizes).containsExactly(15_000L, 1L);
    }

    @Test
    void what_a_failed_handler_wrote_is_gone_and_it_is_tried_again() {
        IntStream.range(0, 20).forEach(i -> append("k", "t" + i));
        var calls = new AtomicInteger();
        log.handle(TOPIC, "g", STANDARD.pauses(Duration.ZERO, Duration.ZERO), batch -> {
            write(batch);
            if (calls.incrementAndGet() <= 3) {
                throw new IllegalStateException("not now");
            }
        });

        howdah.drain();

        assertThat(effects()).isEqualTo(20);
        assertThat(calls.get()).as("the batch, the first twice, then each").isEqualTo(1 + 2 + 20);
    }

    @Test
    void groups_have_their_own_places_and_begin_where_they_want(TestClock clock) {
        append("k", "old");
        howdah.drain();
        clock.advance(Duration.ofHours(1));
        var noon = clock.now();
        append("k", "new");
        howdah.drain();
        var earliest = new ArrayList<String>();
        var latest = new ArrayList<String>();
        var since = new ArrayList<String>();
        log.handle(TOPIC, "a", STANDARD, batch -> batch.events().forEach(event -> earliest.add(event.type())));
        log.handle(
                TOPIC,
                "b",
                STANDARD.startAt(StartAt.latest()),
                batch -> batch.events().forEach(event -> latest.add(event.type())));
        log.handle(
                TOPIC,
                "c",
                STANDARD.startAt(StartAt.time(noon)),
                batch -> batch.events().forEach(event -> since.add(event.type())));
        howdah.drain();
        append("k", "newest");

        howdah.drain();

        assertThat(earliest).containsExactly("old", "new", "newest");
        assertThat(since).containsExactly("new", "newest");
        assertThat(latest).containsExactly("newest");
    }

    @Test
    void a_handler_cannot_end_the_transaction_itself() {
        append("k", "t");
        var refusals = new ArrayList<String>();
        log.handle(TOPIC, "g", STANDARD, batch -> {
            var connection = batch.connection();
            for (var attempt : List.<ThrowingCallable>of(
                    connection::commit, connection::rollback, () -> connection.setAutoCommit(true))) {
                assertThatThrownBy(attempt)
                        .isInstanceOf(IllegalStateException.class)
                        .satisfies(refused -> refusals.add(refused.getMessage()));
            }
            write(batch);
            connection.close();
        });

        howdah.drain();

        assertThat(refusals).hasSize(3);
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void a_handler_that_swallows_a_failed_statement_has_failed() {
        append("k", "t");
        log.handle(TOPIC, "g", STANDARD.attempts(2).pauses(Duration.ZERO, Duration.ZERO), batch -> {
            try (var statement = batch.connection().createStatement()) {
                statement.execute("select 1 / 0");
            } catch (SQLException swallowed) {
                seen.addAll(batch.events().toList());
            }
        });

        howdah.drain();

        assertThat(group().parked(10)).singleElement().satisfies(parked -> {
            assertThat(parked.attempts()).isEqualTo(2);
            assertThat(parked.error())
                    .hasValueSatisfying(error -> assertThat(error).contains("aborted"));
        });
        assertThat(seen).hasSize(2);
    }

    @Test
    void outside_of_the_database_a_handler_gets_no_connection_and_runs_at_least_once() {
        append("k", "t");
        var fences = new ArrayList<Long>();
        log.handle(TOPIC, "g", STANDARD.outside(), batch -> {
            assertThatThrownBy(batch::connection).hasMessageContaining("outside");
            fences.add(batch.generation());
        });

        howdah.drain();
        append("k", "u");
        howdah.drain();

        assertThat(fences).hasSize(2).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void lanes_work_side_by_side_and_keep_the_order_of_each_key() {
        for (int i = 0; i < 200; i++) {
            append("k" + i % 8, "t" + i);
        }
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        var two = new CountDownLatch(2);
        log.handle(TOPIC, "g", STANDARD.lanes(4), batch -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            two.countDown();
            assertThat(two.await(30, TimeUnit.SECONDS))
                    .as("another works meanwhile")
                    .isTrue();
            database.query("select pg_sleep(0.005)");
            batch.events().forEach(seen::add);
            write(batch);
            inside.decrementAndGet();
        });

        howdah.drain();

        assertThat(effects()).isEqualTo(200);
        assertThat(most.get()).isBetween(2, 4);
        for (int key = 0; key < 8; key++) {
            var of = "k" + key;
            assertThat(seen.stream().filter(event -> event.key().orElseThrow().equals(of)))
                    .extracting(LogEvent::offset)
                    .isSorted()
                    .hasSize(25);
        }
        assertThat(database.one("select count(*) from howdah.log_done", Long.class))
                .isZero();
    }

    @Test
    void a_lane_that_fails_holds_up_nobody_and_what_is_done_is_not_done_again() {
        for (int i = 0; i < 90; i++) {
            append("k" + i % 9, i == 40 ? "bad" : "t" + i);
        }
        log.handle(TOPIC, "g", STANDARD.lanes(3).attempts(2).pauses(Duration.ZERO, Duration.ZERO), batch -> {
            write(batch);
            if (batch.events().anyMatch(event -> event.type().equals("bad"))) {
                throw new IllegalStateException("bad");
            }
        });

        howdah.drain();

        assertThat(database.one("select count(*) from effect where type <> 'bad'", Long.class))
                .as("all but the bad one and those behind it")
                .isEqualTo(effects())
                .isEqualTo(90 - group().parked(100).size());
        assertThat(group().parked(100)).extracting(Parked::keys).containsOnly(List.of("k4"));
        assertThat(database.one("select count(distinct (partition, off)) from effect", Long.class))
                .isEqualTo(effects());
    }

    @Test
    void who_asks_is_told_how_the_transaction_of_a_batch_ended_when_it_has() {
        append("k", "t");
        var told = Collections.synchronizedList(new ArrayList<String>());
        log.handle(TOPIC, "g", STANDARD.pauses(Duration.ZERO, Duration.ZERO), batch -> {
            batch.onEnd(outcome -> {
                throw new IllegalStateException("of no consequence");
            });
            batch.onEnd(outcome -> {
                throw new StackOverflowError();
            });
            batch.onEnd(outcome -> told.add(outcome + " " + effects()));
            write(batch);
            if (told.isEmpty()) {
                throw new IllegalStateException("first");
            }
        });

        howdah.drain();

        assertThat(told).containsExactly("ROLLED_BACK 0", "COMMITTED 1");
        assertThat(group().parked(10)).isEmpty();
    }
}
