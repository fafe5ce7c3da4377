// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@HowdahTest
class TopicsTest {
    private static final QueueName<Integer> BILLING = QueueName.of("billing", Integer.class);
    private static final QueueName<Integer> AUDIT = QueueName.of("audit", Integer.class);

    private Messages messages;
    private Topics topics;

    @BeforeEach
    void topics(Howdah howdah) {
        this.messages = howdah.messages();
        this.topics = howdah.topics();
    }

    private List<Message<Integer>> receive(QueueName<Integer> queue) throws InterruptedException {
        return messages.receive(queue, ReceiveOptions.upTo(100));
    }

    @ParameterizedTest
    @CsvSource({
        "order.created, order.created, true",
        "order.created, order.created.eu, false",
        "order.*, order.created, true",
        "order.*, order, false",
        "order.*, order.created.eu, false",
        "order.*.eu, order.created.eu, true",
        "order.#, order, true",
        "order.#, order.created.eu, true",
        "order.#, orders, false",
        "'#', anything.at.all, true",
        "'#.eu', eu, true",
        "'#.eu', order.created.eu, true",
        "'#.eu', order.created.us, false",
        "*.created.#, order.created, true",
        "*.created.#, created, false",
        "a.#.z, a.z, true",
        "a.#.z, a.b.c.z, true",
        "a-b.c_d, a-b.c_d, true"
    })
    void a_star_is_one_word_and_a_hash_any_number(String pattern, String topic, boolean matches) {
        topics.bind(pattern, BILLING);

        assertThat(topics.route(topic)).isEqualTo(matches ? List.of("billing") : List.of());
    }

    @Test
    void one_publication_reaches_every_bound_queue_once() throws Exception {
        topics.bind("order.*", BILLING);
        topics.bind("order.created", BILLING);
        topics.bind("#", AUDIT);

        var published = topics.publish("order.created", 7, SendOptions.none().correlation("c"));

        assertThat(published).containsOnlyKeys("audit", "billing");
        for (var queue : List.of(BILLING, AUDIT)) {
            assertThat(receive(queue)).singleElement().satisfies(message -> {
                assertThat(message.payload()).isEqualTo(7);
                assertThat(message.id()).isEqualTo(published.get(queue.name()));
                assertThat(message.headers()).containsEntry("topic", "order.created");
                assertThat(message.correlation()).contains("c");
            });
        }
        assertThat(topics.publish("elsewhere", 8, SendOptions.none())).containsOnlyKeys("audit");
    }

    @Test
    void it_reaches_all_of_them_or_none_with_your_transaction(TestDatabase database) throws Exception {
        topics.bind("order.#", BILLING);
        topics.bind("#", AUDIT);
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            topics.publish(connection, "order.created", 1, SendOptions.none());
            connection.rollback();
            topics.publish(connection, "order.created", 2, SendOptions.none().group("g"));
            topics.publish(connection, "order.paid", 3, SendOptions.none().group("g"));
            connection.commit();
        }

        assertThat(receive(BILLING)).extracting(Message::payload).containsExactly(2);
        var first = receive(AUDIT);
        assertThat(first).extracting(Message::payload).containsExactly(2);
        messages.ack(first.getFirst().receipt());
        assertThat(receive(AUDIT)).extracting(Message::payload).containsExactly(3);
    }

    @Test
    void published_twice_within_the_window_it_is_there_once() throws Exception {
        topics.bind("#", AUDIT);
        topics.bind("#", BILLING);
        var once = SendOptions.none().deduplicate("one", Duration.ofMinutes(1));

        assertThat(topics.publish("a", 1, once)).isEqualTo(topics.publish("a", 2, once));
        assertThat(receive(AUDIT)).hasSize(1);
        assertThat(receive(BILLING)).hasSize(1);
    }

    @Test
    void bindings_can_be_seen_and_ended() {
        assertThat(topics.bind("b.*", BILLING)).isTrue();
        assertThat(topics.bind("b.*", BILLING)).isFalse();
        topics.bind("a", AUDIT);
        assertThat(topics.list(10)).containsExactly(new Binding("a", "audit"), new Binding("b.*", "billing"));

        assertThat(topics.unbind("b.*", BILLING)).isTrue();
        assertThat(topics.unbind("b.*", BILLING)).isFalse();
        assertThat(topics.route("b.c")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a..b", "a.", ".a", "a b", "a*", "##", "ä", "a.**", "a;drop"})
    void a_bad_pattern_is_refused_by_name(String pattern) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> topics.bind(pattern, BILLING))
                .withMessageContaining("\"" + pattern + "\"");
    }

    @Test
    void a_pattern_is_no_topic() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> topics.publish("order.*", 1, SendOptions.none()))
                .withMessageContaining("order.*");
        assertThatIllegalArgumentException().isThrownBy(() -> topics.route("a".repeat(256)));
    }
}
