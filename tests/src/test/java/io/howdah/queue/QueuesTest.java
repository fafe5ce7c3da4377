// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class QueuesTest {
    private static final QueueName<Integer> ORDERS = QueueName.of("orders", Integer.class);
    private static final QueueName<Integer> LETTERS = ORDERS.deadLetters();

    private Howdah howdah;
    private Messages messages;
    private Queues queues;
    private TestDatabase database;

    @BeforeEach
    void queues(Howdah howdah, TestDatabase database) {
        this.howdah = howdah;
        this.messages = howdah.messages();
        this.queues = howdah.queues();
        this.database = database;
    }

    private List<Message<Integer>> receive(QueueName<Integer> queue) throws InterruptedException {
        return messages.receive(queue, ReceiveOptions.upTo(1_000));
    }

    private List<Integer> numbers(List<Message<Integer>> received) {
        return received.stream().map(Message::payload).toList();
    }

    private void nackAll(QueueName<Integer> queue) throws InterruptedException {
        var receipts = receive(queue).stream().map(Message::receipt).toList();
        assertThat(messages.nackAll(receipts, Duration.ZERO)).isEmpty();
    }

    @Test
    void headers_are_bounded_by_what_they_take_up_not_by_their_letters() {
        var headers = Map.of("note", "\u8a9e".repeat(6_000));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> messages.send(ORDERS, 1, SendOptions.none().headers(headers)))
                .withMessageContaining("headers have at most 16 KB");
    }

    /** Whoever gives back what was not acknowledged does it for all queues together. */
    @Test
    void a_dead_letter_that_can_say_no_more_in_its_headers_keeps_nobody_else_from_being_delivered_again(TestClock clock)
            throws Exception {
        queues.configure("orders", QueueSettings.standard().maxDeliveries(1));
        var full = messages.send(ORDERS, 1, SendOptions.none().headers(Map.of("k", "v")));
        database.query(
                "with changed as (update howdah.work_body set headers = jsonb_build_object('note',"
                        + " repeat('x', 32700)) where id = ? returning id) select id from changed",
                full.value());
        var other = QueueName.of("other", Integer.class);
        messages.send(other, 2, SendOptions.none());
        assertThat(receive(ORDERS)).hasSize(1);
        assertThat(receive(other)).hasSize(1);

        clock.advance(Duration.ofMinutes(1));
        howdah.drain();

        assertThat(numbers(receive(other))).containsExactly(2);
        assertThat(receive(LETTERS)).singleElement().satisfies(letter -> {
            assertThat(letter.payload()).isEqualTo(1);
            assertThat(letter.headers())
                    .containsEntry("dead-letter-queue", "orders")
                    .doesNotContainKey("note");
        });
    }

    @Test
    void delivered_too_often_it_is_a_dead_letter_that_says_why_and_where_from() throws Exception {
        queues.configure("orders", QueueSettings.standard().maxDeliveries(2));
        var id = messages.send(
                ORDERS,
                7,
                SendOptions.none().group("g").headers(Map.of("k", "v")).correlation("c"));
        nackAll(ORDERS);
        assertThat(queues.find("orders.dead")).isEmpty();
        nackAll(ORDERS);

        assertThat(receive(ORDERS)).isEmpty();
        assertThat(receive(LETTERS)).singleElement().satisfies(letter -> {
            assertThat(letter.payload()).isEqualTo(7);
            assertThat(letter.delivery()).isEqualTo(1);
            assertThat(letter.correlation()).contains("c");
            assertThat(letter.group()).as("one letter does not hide another").isEmpty();
            assertThat(letter.headers())
                    .isEqualTo(Map.of(
                            "k", "v",
                            "dead-letter-queue", "orders",
                            "dead-letter-id", id.toString(),
                            "dead-letter-deliveries", "2",
                            "dead-letter-reason", "its receiver gave it back",
                            "dead-letter-group", "g"));
        });
    }

    @Test
    void one_that_nobody_acknowledges_is_a_dead_letter_too_and_its_group_goes_on(TestClock clock) throws Exception {
        queues.configure("orders", QueueSettings.standard().maxDeliveries(1));
        messages.sendAll(ORDERS, List.of(1, 2), SendOptions.none().group("g"));
        assertThat(numbers(receive(ORDERS))).containsExactly(1);

        clock.advance(Duration.ofSeconds(31));
        howdah.drain();

        assertThat(numbers(receive(ORDERS))).containsExactly(2);
        assertThat(receive(LETTERS))
                .singleElement()
                .satisfies(letter -> assertThat(letter.headers())
                        .containsEntry("dead-letter-reason", "it was not acknowledged in time"));
    }

    @Test
    void what_cannot_be_read_is_a_dead_letter_at_once_and_others_are_received() throws Exception {
        var text = QueueName.of("orders", byte[].class);
        messages.send(text, "not json".getBytes(StandardCharsets.UTF_8));
        messages.send(ORDERS, 2);

        assertThat(numbers(receive(ORDERS))).containsExactly(2);
        assertThat(receive(ORDERS)).isEmpty();
        assertThat(messages.receive(text.deadLetters(), ReceiveOptions.upTo(1)))
                .singleElement()
                .satisfies(letter -> {
                    assertThat(letter.payload())
                            .asString(StandardCharsets.UTF_8)
                            .isEqualTo("not json");
                    assertThat(letter.headers().get("dead-letter-reason")).contains("could not be read");
                });
    }

    @Test
    void a_dead_letter_comes_back_as_often_as_it_takes() throws Exception {
        messages.send(ORDERS, 1);
        messages.deadLetter(receive(ORDERS).getFirst().receipt(), "hopeless");
        for (int i = 0; i < 15; i++) {
            nackAll(LETTERS);
        }

        assertThat(receive(LETTERS)).singleElement().satisfies(letter -> {
            assertThat(letter.delivery()).isEqualTo(16);
            assertThat(letter.headers()).containsEntry("dead-letter-reason", "hopeless");
        });
    }

    @Test
    void letters_go_where_the_settings_say_but_never_in_a_circle() throws Exception {
        var failed = QueueName.of("failed", Integer.class);
        queues.configure("orders", QueueSettings.standard().maxDeliveries(1).deadLetters(failed));
        messages.send(ORDERS, 1);
        nackAll(ORDERS);

        assertThat(numbers(receive(failed))).containsExactly(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        queues.configure("failed", QueueSettings.standard().deadLetters(ORDERS)))
                .withMessageContaining("failed");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        queues.configure("orders", QueueSettings.standard().deadLetters(ORDERS)));
    }

    @Test
    void dead_letters_that_match_are_sent_again_as_new_ones_in_their_groups(TestClock clock) throws Exception {
        queues.configure("orders", QueueSettings.standard().maxDeliveries(1));
        messages.sendAll(ORDERS, List.of(1, 2, 3), SendOptions.none().headers(Map.of("k", "v")));
        messages.send(ORDERS, 4, SendOptions.none().group("g"));
        for (var message : receive(ORDERS)) {
            messages.deadLetter(message.receipt(), message.payload() % 2 == 0 ? "an even one" : "an odd one");
        }

        assertThat(queues.countRedrivable("orders.dead", RedriveOptions.all())).isEqualTo(4);
        assertThat(queues.countRedrivable("orders.dead", RedriveOptions.all().atMost(3)))
                .isEqualTo(3);
        assertThat(queues.countRedrivable(
                        "orders.dead",
                        RedriveOptions.all().reasonContaining("even").from("orders")))
                .isEqualTo(2);
        assertThat(queues.countRedrivable("orders.dead", RedriveOptions.all().from("others")))
                .isZero();
        assertThat(queues.redrive("orders.dead", RedriveOptions.all().from("others")))
                .isZero();
        assertThat(queues.redrive(
                        "orders.dead",
                        RedriveOptions.all().reasonContaining("even").from("orders")))
                .isEqualTo(2);

        var again = receive(ORDERS);
        assertThat(numbers(again)).containsExactlyInAnyOrder(2, 4);
        assertThat(again).allSatisfy(message -> {
            assertThat(message.delivery()).isEqualTo(1);
            assertThat(message.headers()).doesNotContainKey("dead-letter-queue");
        });
        assertThat(again).anySatisfy(message -> assertThat(message.headers()).isEqualTo(Map.of("k", "v")));
        assertThat(again).anySatisfy(message -> assertThat(message.group()).contains("g"));
        assertThat(queues.peek("orders.dead", 10)).hasSize(2);

        assertThat(queues.redrive("orders.dead", RedriveOptions.all().atMost(1).rate(1, Duration.ofMinutes(1))))
                .isEqualTo(1);
        assertThat(queues.redrive("orders.dead", RedriveOptions.all())).isEqualTo(1);
        howdah.drain();
        assertThat(receive(ORDERS)).hasSize(2);
        assertThat(queues.redrive("orders.dead", RedriveOptions.all())).isZero();
    }

    @Test
    void letters_sent_again_at_a_rate_come_one_after_the_other(TestClock clock) throws Exception {
        messages.sendAll(ORDERS, IntStream.range(0, 2_500).boxed().toList(), SendOptions.none());
        for (var some = receive(ORDERS); !some.isEmpty(); some = receive(ORDERS)) {
            some.forEach(one -> messages.deadLetter(one.receipt(), "all of them"));
        }

        var began = clock.now();
        assertThat(queues.redrive("orders.dead", RedriveOptions.all().rate(100, Duration.ofMinutes(1))))
                .isEqualTo(2_500);

        clock.advance(Duration.ofMinutes(5));
        howdah.drain();
        var due = Math.toIntExact(Duration.between(began, clock.now()).toMillis() / 600) + 1;
        assertThat(receive(ORDERS)).hasSizeBetween(500, due);
        clock.advance(Duration.ofMinutes(21));
        howdah.drain();
        var rest = new ArrayList<Integer>();
        for (var some = receive(ORDERS); !some.isEmpty(); some = receive(ORDERS)) {
            rest.addAll(numbers(some));
        }
        assertThat(rest).hasSizeBetween(1_980, 2_500);
    }

    @Test
    void purging_discards_what_waits_everywhere_and_leaves_what_was_received(TestClock clock) throws Exception {
        messages.send(ORDERS, 0);
        var held = receive(ORDERS).getFirst();
        messages.sendAll(ORDERS, IntStream.range(0, 1_500).boxed().toList(), SendOptions.none());
        messages.sendAll(ORDERS, List.of(1, 2, 3), SendOptions.none().group("g"));
        messages.sendAll(ORDERS, List.of(1, 2), SendOptions.none().delay(Duration.ofHours(1)));
        assertThat(messages.receive(ORDERS, ReceiveOptions.upTo(1))).hasSize(1);

        assertThat(queues.purge("orders")).isEqualTo(1_504);

        clock.advance(Duration.ofSeconds(2));
        assertThat(receive(ORDERS)).isEmpty();
        messages.ack(held.receipt());
        assertThat(database.one(
                        "select count(*) from howdah.work_outcome where state = 'discarded' and error = 'purged'",
                        Long.class))
                .isEqualTo(1_504);
        messages.send(ORDERS, 5, SendOptions.none().group("g"));
        assertThat(numbers(receive(ORDERS))).as("the group is free again").contains(5);
    }

    @Test
    void what_a_queue_holds_can_be_seen_without_touching_it(TestClock clock) throws Exception {
        messages.sendAll(ORDERS, List.of(1, 2, 3), SendOptions.none());
        messages.sendAll(ORDERS, List.of(4, 5, 6), SendOptions.none().group("g"));
        messages.send(ORDERS, 7, SendOptions.none().delay(Duration.ofHours(1)));
        messages.ack(messages.receive(ORDERS, ReceiveOptions.upTo(1)).getFirst().receipt());
        messages.receive(ORDERS, ReceiveOptions.upTo(1));
        queues.pause("orders");

        assertThat(queues.find("orders").orElseThrow()).satisfies(info -> {
            assertThat(info.pausedSince()).isPresent();
            assertThat(info.ready() + info.blocked()).isEqualTo(4);
            assertThat(info.blocked()).isBetween(2L, 3L);
            assertThat(info.inFlight()).isEqualTo(1);
            assertThat(info.delayed()).isEqualTo(1);
            assertThat(info.oldestReady())
                    .hasValueSatisfying(age -> assertThat(age).isLessThan(Duration.ofMinutes(1)));
            assertThat(info.doneLastMinute()).isEqualTo(1);
            assertThat(info.settings().maxDeliveries()).contains(10);
        });
        assertThat(queues.peek("orders", 1)).singleElement().satisfies(message -> {
            assertThat(message.payload().bytes())
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo("3");
            assertThat(message.deliveries()).isZero();
        });
        assertThat(queues.find("elsewhere")).isEmpty();
        messages.send(QueueName.of("another", Integer.class), 1);
        assertThat(queues.list(10)).extracting(QueueInfo::name).containsExactly("another", "orders");
        assertThat(queues.listAfter("another", 10)).extracting(QueueInfo::name).containsExactly("orders");
    }

    @Test
    void a_paused_queue_gives_nothing_until_it_is_resumed() throws Exception {
        messages.send(ORDERS, 1);
        queues.pause("orders");
        assertThat(receive(ORDERS)).isEmpty();
        queues.resume("orders");
        assertThat(receive(ORDERS)).hasSize(1);
    }

    @Test
    void a_queue_is_in_flight_with_no_more_than_its_limit() throws Exception {
        queues.limit("orders", QueueLimits.none().concurrency(3));
        messages.sendAll(ORDERS, IntStream.range(0, 10).boxed().toList(), SendOptions.none());

        var first = receive(ORDERS);
        assertThat(first).hasSize(3);
        assertThat(receive(ORDERS)).isEmpty();
        messages.ack(first.getFirst().receipt());
        assertThat(receive(ORDERS)).hasSize(1);
    }

    @Test
    void history_is_forgotten_when_its_queue_says_so(TestClock clock) throws Exception {
        var others = QueueName.of("others", Integer.class);
        queues.configure("orders", QueueSettings.standard().history(Duration.ofHours(1)));
        messages.sendAll(ORDERS, List.of(1, 2, 3), SendOptions.none());
        messages.send(others, 4);
        messages.ack(messages.receive(ORDERS, ReceiveOptions.upTo(1)).getFirst().receipt());
        messages.ack(messages.receive(others, ReceiveOptions.upTo(1)).getFirst().receipt());
        howdah.drain();
        assertThat(database.one("select count(*) from howdah.work_outcome", Long.class))
                .isEqualTo(2);

        clock.advance(Duration.ofHours(2));
        howdah.drain();

        assertThat(database.query(
                        "select queue.name from howdah.work_outcome join howdah.queue on queue.id = queue_id"))
                .containsExactly(List.of("others"));
        assertThat(numbers(receive(ORDERS))).as("what has not ended stays").containsExactlyInAnyOrder(2, 3);
    }

    @Test
    void what_cannot_be_right_is_refused() {
        assertThatThrownBy(() -> queues.purge("nowhere"))
                .isInstanceOf(UnknownQueueException.class)
                .hasMessageContaining("nowhere");
        assertThatThrownBy(() -> queues.peek("nowhere", 1)).isInstanceOf(UnknownQueueException.class);
        assertThatThrownBy(() -> queues.countRedrivable("nowhere", RedriveOptions.all()))
                .isInstanceOf(UnknownQueueException.class);
        assertThatThrownBy(() -> queues.redrive("nowhere", RedriveOptions.all()))
                .isInstanceOf(UnknownQueueException.class);
        assertThatIllegalArgumentException().isThrownBy(() -> queues.list(0)).withMessageContaining("0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueSettings.standard().history(Duration.ofDays(8)))
                .withMessageContaining("PT192H");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueSettings.standard().maxDeliveries(0))
                .withMessageContaining("0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueSettings.standard().visibility(Duration.ZERO))
                .withMessageContaining("PT0S");
    }
}
