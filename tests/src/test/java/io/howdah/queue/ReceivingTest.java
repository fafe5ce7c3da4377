// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Codec;
import io.howdah.DatabaseException;
import io.howdah.Howdah;
import io.howdah.Payload;
import io.howdah.WakeupState;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many threads wait for the same queue, and share what they ask of the database. */
@HowdahTest
class ReceivingTest {
    private static final QueueName<Integer> ORDERS = QueueName.of("orders", Integer.class);
    private static final Duration LONG = Duration.ofSeconds(60);

    private static final String WAITING =
            "select count(*) from pg_locks where not granted and locktype = 'transactionid'";

    private Howdah howdah;
    private Messages messages;
    private TestDatabase database;

    @BeforeEach
    void messages(Howdah howdah, TestDatabase database) {
        this.howdah = howdah;
        this.messages = howdah.messages();
        this.database = database;
        howdah.queues().configure("orders", QueueSettings.standard());
    }

    private CompletableFuture<List<Message<Integer>>> receiveInBackground(ReceiveOptions options) {
        var answer = new CompletableFuture<List<Message<Integer>>>();
        Thread.ofVirtual().name("receiver").start(() -> {
            try {
                answer.complete(messages.receive(ORDERS, options));
            } catch (Throwable thrown) {
                answer.completeExceptionally(thrown);
            }
        });
        return answer;
    }

    /** The pool, with a count of how often a connection was asked for. */
    private DataSource counted(AtomicInteger count) {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    count.incrementAndGet();
                    return method.invoke(database.dataSource(), arguments);
                });
    }

    @Test
    void one_that_its_reader_cannot_even_fail_at_is_a_dead_letter_and_the_others_are_received() throws Exception {
        var json = Codec.json();
        var odd = database.howdah(builder -> builder.codec(new Codec() {
            @Override
            public Payload encode(Object value) {
                return json.encode(value);
            }

            @Override
            public <T> T decode(Payload payload, Class<T> type) {
                var read = json.decode(payload, type);
                if (read.equals(2)) {
                    throw new StackOverflowError();
                }
                return read;
            }
        }));
        messages.sendAll(ORDERS, List.of(1, 2, 3), SendOptions.none());

        var received = odd.messages().receive(ORDERS, ReceiveOptions.upTo(10));

        assertThat(received).extracting(Message::payload).containsExactly(1, 3);
        assertThat(messages.receive(ORDERS.deadLetters(), ReceiveOptions.upTo(10)))
                .extracting(Message::payload)
                .containsExactly(2);
    }

    @Test
    void what_open_transactions_hold_is_waited_for_by_whoever_acknowledges_it_and_by_nobody_else() throws Exception {
        int many = 60;
        messages.sendAll(ORDERS, IntStream.rangeClosed(0, many).boxed().toList(), SendOptions.none());
        var receipts = messages.receive(ORDERS, ReceiveOptions.upTo(many + 1).visibility(Duration.ofHours(1))).stream()
                .map(Message::receipt)
                .toList();
        try (var open = database.dataSource().getConnection()) {
            open.setAutoCommit(false);
            receipts.subList(0, many).forEach(receipt -> messages.ack(open, receipt));
            var held = receipts.subList(0, many).stream()
                    .map(this::ackInBackground)
                    .toList();
            Await.until("one waits for the transaction", () -> database.one(WAITING, Long.class) > 0);

            // One after the other, each of the others would be waited for as long as for any other lock, and together
            // they would hold every connection of the pool.
            ackInBackground(receipts.getLast()).get(30, TimeUnit.SECONDS);

            assertThat(held).noneMatch(CompletableFuture::isDone);
            open.commit();
            held.forEach(CompletableFuture::join);
        }
        assertThat(database.query("select state, count(*) from howdah.work_outcome group by state"))
                .containsExactly(List.of("done", many + 1L));
    }

    private CompletableFuture<Void> ackInBackground(Receipt receipt) {
        return CompletableFuture.runAsync(() -> messages.ack(receipt), Thread::startVirtualThread);
    }

    @Test
    void sixty_four_threads_receive_ten_thousand_messages_once_each() {
        messages.sendAll(ORDERS, IntStream.range(0, 10_000).boxed().toList(), SendOptions.none());
        var received = new ConcurrentLinkedQueue<Integer>();
        var threads = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 64; i++) {
            var most = 1 + i % 20;
            threads.add(() -> receiveUntilNoneIsLeft(most, received));
        }

        var counts = Together.run(threads);

        assertThat(received).hasSize(10_000).doesNotHaveDuplicates();
        assertThat(counts)
                .as("everybody got something")
                .allSatisfy(count -> assertThat(count).isPositive());
        assertThat(database.query("select state, count(*) from howdah.work_outcome group by state"))
                .containsExactly(List.of("done", 10_000L));
        assertThat(database.one("select count(*) from howdah.work_lease", Long.class))
                .isZero();
        assertThat(database.one("select count(distinct xmin::text) from howdah.work_outcome", Long.class))
                .as("threads share acknowledgements")
                .isLessThan(1_000);
    }

    private int receiveUntilNoneIsLeft(int most, Queue<Integer> received) throws InterruptedException {
        var count = 0;
        while (true) {
            var some = messages.receive(ORDERS, ReceiveOptions.upTo(most));
            if (some.isEmpty()) {
                return count;
            }
            assertThat(messages.ackAll(some.stream().map(Message::receipt).toList()))
                    .isEmpty();
            some.forEach(message -> received.add(message.payload()));
            count += some.size();
        }
    }

    @Test
    void who_waits_is_woken_by_what_another_process_sends_and_holds_no_connection() throws Exception {
        howdah.start();
        var other = database.howdah();
        other.start();
        Await.until("it listens", () -> howdah.cluster().wakeups() instanceof WakeupState.Listening);
        var pending = new ArrayList<CompletableFuture<List<Message<Integer>>>>();
        for (int i = 0; i < 30; i++) {
            pending.add(receiveInBackground(ReceiveOptions.upTo(1).waiting(LONG)));
        }
        Await.until(
                "nobody holds a connection",
                () -> database.one(
                                "select count(*) from pg_stat_activity where datname = current_database()"
                                        + " and application_name = 'howdah-test-pool' and state <> 'idle'",
                                Long.class)
                        == 0);

        var began = System.nanoTime();
        other.messages().send(ORDERS, 7);
        var first = CompletableFuture.anyOf(pending.toArray(CompletableFuture[]::new));
        first.join();

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(LONG);
        assertThat(pending).filteredOn(CompletableFuture::isDone).hasSize(1);
        howdah.close();
        assertThat(pending).allSatisfy(one -> assertThat(one.join()).hasSizeLessThanOrEqualTo(1));
    }

    @Test
    void one_message_wakes_one_of_many_and_ten_wake_ten() {
        var pending = new ArrayList<CompletableFuture<List<Message<Integer>>>>();
        for (int i = 0; i < 10; i++) {
            pending.add(receiveInBackground(ReceiveOptions.upTo(10).waiting(LONG)));
        }
        messages.sendAll(ORDERS, IntStream.range(0, 10).boxed().toList(), SendOptions.none());

        var received = new ArrayList<Integer>();
        Await.until("all messages have arrived", () -> {
            received.clear();
            pending.stream()
                    .filter(CompletableFuture::isDone)
                    .flatMap(one -> one.join().stream())
                    .forEach(message -> received.add(message.payload()));
            return received.size() == 10;
        });
        assertThat(received).doesNotHaveDuplicates();
        howdah.start();
        howdah.stop();
        assertThat(pending).allSatisfy(one -> assertThat(one).succeedsWithin(LONG));
    }

    @Test
    void a_wait_ends_with_nothing_when_it_is_over_and_hardly_asks_meanwhile() throws Exception {
        var asked = new AtomicInteger();
        messages = Howdah.open(counted(asked)).messages();
        messages.receive(ORDERS, ReceiveOptions.upTo(1));
        asked.set(0);

        var began = System.nanoTime();
        var waits = IntStream.range(0, 20)
                .mapToObj(i -> receiveInBackground(ReceiveOptions.upTo(1).waiting(Duration.ofMillis(1_500))))
                .toList();
        waits.forEach(one -> assertThat(one.join()).isEmpty());

        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isBetween(Duration.ofMillis(1_400), Duration.ofSeconds(30));
        assertThat(asked).as("looks of twenty who came one after the other").hasValueLessThan(60);
    }

    @Test
    void a_rate_that_would_allow_one_at_once_neither_keeps_a_wait_from_ending_nor_asks_all_the_time() throws Exception {
        howdah.queues().limit("orders", QueueLimits.none().rate(1, Duration.ofSeconds(1)));
        var asked = new AtomicInteger();
        messages = Howdah.open(counted(asked)).messages();

        var wait = receiveInBackground(ReceiveOptions.upTo(1).waiting(Duration.ofMillis(1_500)));

        assertThat(wait.get(60, TimeUnit.SECONDS)).isEmpty();
        assertThat(asked).hasValueLessThan(60);
    }

    @Test
    void different_visibility_is_respected_among_those_who_wait_together() {
        var pending = new ArrayList<CompletableFuture<List<Message<Integer>>>>();
        for (int i = 1; i <= 6; i++) {
            pending.add(receiveInBackground(
                    ReceiveOptions.upTo(1).waiting(LONG).visibility(Duration.ofMinutes(10L * (1 + i % 3)))));
        }
        messages.sendAll(ORDERS, IntStream.range(0, 6).boxed().toList(), SendOptions.none());

        pending.forEach(one -> assertThat(one.join()).hasSize(1));
        assertThat(database.query("select round(extract(epoch from until - claimed_at) / 600)::int, count(*)"
                        + " from howdah.work_lease group by 1 order by 1"))
                .containsExactly(List.of(1, 2L), List.of(2, 2L), List.of(3, 2L));
    }

    @Test
    void an_interrupt_ends_the_wait_and_loses_nothing() throws Exception {
        messages.receive(ORDERS, ReceiveOptions.upTo(1));
        for (int i = 0; i < 50; i++) {
            var received = new CompletableFuture<List<Message<Integer>>>();
            var receiver = Thread.ofVirtual().start(() -> {
                try {
                    received.complete(
                            messages.receive(ORDERS, ReceiveOptions.upTo(1).waiting(LONG)));
                } catch (InterruptedException expected) {
                    received.complete(List.of());
                } catch (RuntimeException failure) {
                    received.completeExceptionally(failure);
                }
            });
            var bystander = receiveInBackground(ReceiveOptions.upTo(1).waiting(LONG));
            messages.send(ORDERS, i);
            receiver.interrupt();
            if (received.join().isEmpty()) {
                assertThat(bystander.join()).extracting(Message::payload).containsExactly(i);
            } else {
                messages.send(ORDERS, -1);
                assertThat(bystander.join()).hasSize(1);
            }
        }
    }

    @Test
    void with_the_database_away_everybody_is_told_and_nothing_is_lost_when_it_is_back() throws Exception {
        try (var proxy = database.proxy()) {
            var through = database.through(proxy);
            var far = Howdah.builder(through).direct(through).build();
            var remote = far.messages();
            for (int i = 0; i < 20; i++) {
                remote.send(ORDERS, i);
            }
            proxy.refuse();
            proxy.cut();
            assertThatThrownBy(() -> remote.send(ORDERS, 99)).isInstanceOf(DatabaseException.class);
            assertThatThrownBy(
                            () -> remote.receive(ORDERS, ReceiveOptions.upTo(1).waiting(Duration.ofSeconds(1))))
                    .isInstanceOf(DatabaseException.class);
            proxy.accept();

            var received = new ArrayList<Integer>();
            proxy.cutOnReply("SELECT");
            Await.within(LONG).until("all that was sent has been received and acknowledged", () -> {
                for (var message : remote.receive(ORDERS, ReceiveOptions.upTo(3).visibility(Duration.ofSeconds(1)))) {
                    ackUntilKnown(remote, message.receipt());
                    received.add(message.payload());
                }
                howdah.drain();
                return done() == 20;
            });
            assertThat(received).contains(IntStream.range(0, 20).boxed().toArray(Integer[]::new));
            far.close();
        }
    }

    /** An acknowledgement whose answer got lost is repeated, which does no harm. */
    private static void ackUntilKnown(Messages remote, Receipt receipt) {
        try {
            remote.ack(receipt);
        } catch (DatabaseException unknown) {
            remote.ack(receipt);
        }
    }

    private long done() {
        return database.one("select count(*) from howdah.work_outcome where state = 'done'", Long.class);
    }
}
