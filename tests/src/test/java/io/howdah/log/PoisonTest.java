// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Codec;
import io.howdah.Howdah;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that a handler cannot cope with, and what people decide about them. */
@HowdahTest
class PoisonTest {
    private static final Topic TOPIC = Topic.of("orders").partitions(1);
    private static final Decider ADA = new Decider("ada", "fixed it");
    private static final GroupOptions TWICE =
            GroupOptions.standard().attempts(2).pauses(Duration.ZERO, Duration.ZERO);

    private final List<String> done = Collections.synchronizedList(new ArrayList<>());
    private final Set<String> bad = ConcurrentHashMap.newKeySet();
    private TestDatabase database;
    private Howdah howdah;
    private EventLog log;

    @BeforeEach
    void log(TestDatabase database, Howdah howdah) {
        this.database = database;
        this.howdah = howdah;
        log = howdah.log();
    }

    private void append(String... keysAndBodies) {
        var events = new ArrayList<NewEvent>();
        for (var one : keysAndBodies) {
            events.add(NewEvent.of("t", one.getBytes(StandardCharsets.UTF_8)).key(one.substring(0, 1)));
        }
        log.appendAll(TOPIC, events);
    }

    private void handle(EventBatch batch) {
        var bodies = batch.events()
                .map(event -> event.payload(byte[].class))
                .map(PoisonTest::text)
                .toList();
        bodies.stream().filter(bad::contains).findFirst().ifPresent(body -> {
            throw new IllegalStateException(body + " is bad");
        });
        done.addAll(bodies);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private LogGroup group() {
        return log.group(TOPIC, "g");
    }

    @Test
    void a_handler_that_can_do_nothing_now_is_tried_again_and_no_attempt_counts() {
        append("a1");
        var calls = new AtomicInteger();
        log.handle(TOPIC, "g", TWICE, batch -> {
            if (calls.incrementAndGet() <= 4) {
                throw new RetryLaterException("the other side is away", null);
            }
            handle(batch);
        });
        howdah.start();

        Await.until("it is done in the end", () -> done.equals(List.of("a1")));
        assertThat(calls).hasValue(5);
        assertThat(group().parked(10)).isEmpty();
    }

    @Test
    void later_events_of_a_parked_key_wait_in_order_and_everything_else_goes_on() {
        bad.add("a1");
        append("a1");
        append("b1");
        append("a2");
        append("c1");
        append("a3");
        log.handle(TOPIC, "g", TWICE, this::handle);

        howdah.drain();

        assertThat(done).containsExactly("b1", "c1");
        assertThat(group().parked(10)).extracting(Parked::first).containsExactly(0L, 2L, 4L);
        assertThat(group().parked(10))
                .extracting(Parked::state)
                .containsExactly(Parked.State.FAILED, Parked.State.WAITING, Parked.State.WAITING);
        assertThat(group().parked(1).getFirst().error())
                .hasValueSatisfying(error -> assertThat(error).contains("a1 is bad"));
        assertThat(group().lag().getFirst().events()).isZero();
        assertThat(group().lag().getFirst().parked()).isEqualTo(3);

        bad.clear();
        append("a4");
        assertThat(group().retry(0, 0, ADA)).isTrue();
        howdah.drain();

        assertThat(done).containsExactly("b1", "c1", "a1", "a2", "a3", "a4");
        assertThat(group().parked(10)).isEmpty();
        assertThat(database.query("select action, off, actor, reason from howdah.log_decision"))
                .containsExactly(List.of("retry", 0L, "ada", "fixed it"));
    }

    @Test
    void a_unit_that_waits_makes_its_other_keys_wait_too() {
        bad.add("a1");
        append("a1");
        append("a2", "b1");
        append("b2");
        append("c1");
        log.handle(TOPIC, "g", TWICE, this::handle);
        howdah.drain();
        assertThat(done).containsExactly("c1");

        assertThat(group().skip(0, 0, ADA)).isTrue();
        howdah.drain();

        assertThat(done).containsExactly("c1", "a2", "b1", "b2");
        assertThat(group().skip(0, 0, ADA)).as("there is nothing left to skip").isFalse();
    }

    @Test
    void one_that_fails_again_stays_parked_and_can_be_replaced_for_this_group_alone() {
        bad.add("a1");
        append("a1");
        append("a2");
        log.handle(TOPIC, "g", TWICE, this::handle);
        howdah.drain();
        group().retry(0, 0, ADA);
        howdah.drain();
        assertThat(group().parked(1).getFirst().state()).isEqualTo(Parked.State.FAILED);
        assertThat(group().parked(1).getFirst().attempts()).isEqualTo(4);

        assertThat(group().replace(0, 0, "a1 repaired".getBytes(StandardCharsets.UTF_8), ADA))
                .isTrue();
        assertThat(group().replace(0, 7, new byte[1], ADA)).as("no such event").isFalse();
        group().retry(0, 0, ADA);
        howdah.drain();

        assertThat(done).containsExactly("a1 repaired", "a2");
        assertThat(text(log.read(TOPIC, 0, 0, 1).getFirst().payload(byte[].class)))
                .isEqualTo("a1");
        assertThat(database.one("select count(*) from howdah.log_replacement", Long.class))
                .isZero();
    }

    @Test
    void a_dead_letter_holds_nobody_up_and_can_be_tried_later() {
        bad.add("a1");
        append("a1");
        append("a2");
        log.handle(TOPIC, "g", TWICE.onPoison(OnPoison.DEAD_LETTER), this::handle);
        howdah.drain();
        assertThat(done).containsExactly("a2");
        assertThat(group().parked(10)).extracting(Parked::state).containsExactly(Parked.State.DEAD);

        bad.clear();
        group().retry(0, 0, ADA);
        howdah.drain();

        assertThat(done).containsExactly("a2", "a1");
    }

    @Test
    void a_partition_that_stops_stands_still_until_it_is_restarted() {
        bad.add("a1");
        append("b0");
        append("a1");
        append("b1");
        log.handle(TOPIC, "g", TWICE.onPoison(OnPoison.STOP), this::handle);
        howdah.drain();
        assertThat(done).containsExactly("b0");
        assertThat(group().lag().getFirst().stopped())
                .hasValueSatisfying(
                        why -> assertThat(why).contains("at offset 1").contains("a1 is bad"));

        bad.clear();
        howdah.drain();
        assertThat(done).as("nobody has decided").containsExactly("b0");
        group().restart(0, ADA);
        howdah.drain();

        assertThat(done).containsExactly("b0", "a1", "b1");
        assertThat(group().lag().getFirst().stopped()).isEmpty();
    }

    @Test
    void a_handler_that_hangs_is_interrupted_and_counts_as_failed() {
        append("a1");
        append("b1");
        log.handle(TOPIC, "g", TWICE.timeout(Duration.ofSeconds(1)), batch -> {
            if (batch.events().anyMatch(event -> event.key().orElseThrow().equals("a"))) {
                new CountDownLatch(1).await();
            }
            handle(batch);
        });

        howdah.start();

        Await.within(Duration.ofSeconds(60)).until("the other is done", () -> done.contains("b1"));
        Await.until("it is put aside", () -> !group().parked(10).isEmpty());
        assertThat(group().parked(10))
                .singleElement()
                .satisfies(parked -> assertThat(parked.error())
                        .hasValueSatisfying(error -> assertThat(error).contains("InterruptedException")));
    }

    /** A failure that has no words, for one reason or another. */
    private static final class Speechless extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final boolean endless;

        Speechless(boolean endless) {
            this.endless = endless;
        }

        @Override
        public String getMessage() {
            if (endless) {
                return getMessage() + "!";
            }
            throw new UnsupportedOperationException("no words");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_unit_is_put_aside_although_its_failure_cannot_be_put_into_words(boolean endless) {
        append("a1");
        append("b1");
        var calls = new AtomicInteger();
        log.handle(TOPIC, "g", TWICE, batch -> {
            if (batch.events().anyMatch(event -> event.key().orElseThrow().equals("a"))) {
                calls.incrementAndGet();
                throw new Speechless(endless);
            }
            handle(batch);
        });

        howdah.drain();

        assertThat(done).containsExactly("b1");
        assertThat(calls).as("once with the other, twice alone").hasValue(3);
        assertThat(group().parked(10))
                .singleElement()
                .satisfies(parked -> assertThat(parked.error())
                        .hasValueSatisfying(error -> assertThat(error).contains(Speechless.class.getName())));
    }

    @Test
    void a_partition_stops_although_the_failure_cannot_be_put_into_words() {
        append("a1");
        log.handle(TOPIC, "g", TWICE.onPoison(OnPoison.STOP), batch -> {
            throw new Speechless(false);
        });

        howdah.drain();

        assertThat(group().lag().getFirst().stopped())
                .hasValueSatisfying(why -> assertThat(why).contains(Speechless.class.getName()));
    }

    /** A copy of the log that breaks when it is read first, and then has nothing. */
    private static final class Broken implements EventSource, EventSource.Partition {
        private final AtomicInteger reads = new AtomicInteger();

        @Override
        public Partition open(Topic topic, int partition, Codec codec) {
            return this;
        }

        @Override
        public List<EventUnit> read(long from, int events) {
            if (reads.incrementAndGet() == 1) {
                throw new OutOfMemoryError("as if");
            }
            return List.of();
        }

        @Override
        public EventUnit unit(long first, long last) {
            throw new IllegalStateException("nothing was read");
        }

        @Override
        public void close() {}
    }

    @Test
    void a_partition_is_read_again_after_an_error_of_its_reader() {
        var source = new Broken();
        append("a1");
        log.handle(TOPIC, "g", TWICE.from(source), this::handle);

        howdah.start();

        Await.until("it is read again", () -> source.reads.get() > 1);
    }
}
