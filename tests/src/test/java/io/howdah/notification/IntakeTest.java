// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.HowdahException;
import io.howdah.log.Topic;
import io.howdah.queue.QueueName;
import io.howdah.queue.ReceiveOptions;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

@HowdahTest
class IntakeTest {
    private static final Intent SHIPPED =
            Intent.of("shop", "order-1", "order.shipped").data(Map.of("order", Map.of("id", 7), "name", "<Ada> & Bob"));

    @Test
    void the_same_intent_again_is_the_first_answer_again(Howdah howdah, TestDatabase database) {
        howdah.notifications().people().put(Person.of("ada"));
        var intent = SHIPPED.to(Recipient.person("ada"));

        var first = howdah.notifications().notify(intent);
        var again = howdah.notifications().notify(intent);

        assertThat(first).isInstanceOf(Acceptance.Accepted.class);
        assertThat(again).isEqualTo(new Acceptance.Repeated(((Acceptance.Accepted) first).id(), 1));
        assertThat(database.one("select count(*) from howdah.notification_inbox", Long.class))
                .isEqualTo(1);
    }

    @Test
    void a_key_that_was_used_for_something_else_is_a_conflict_and_the_transaction_goes_on(
            Howdah howdah, DataSource dataSource, TestDatabase database) throws Exception {
        howdah.notifications().people().put(Person.of("ada"));
        var first = howdah.notifications().notify(SHIPPED.to(Recipient.person("ada")));

        try (var connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> howdah.notifications()
                            .notify(
                                    connection,
                                    SHIPPED.to(Recipient.person("ada")).text("other")))
                    .isInstanceOfSatisfying(NotificationConflictException.class, conflict -> {
                        assertThat(conflict.code()).isEqualTo("notification-conflict");
                        assertThat(conflict.existing()).isEqualTo(((Acceptance.Accepted) first).id());
                        assertThat(conflict).hasMessageContaining("order-1");
                    });
            howdah.notifications()
                    .notify(
                            connection,
                            Intent.of("shop", "order-2", "order.shipped").to(Recipient.person("ada")));
            connection.commit();
        }
        assertThat(howdah.notifications().inbox("ada").unread()).isEqualTo(2);
        assertThat(database.one("select count(*) from howdah.notification", Long.class))
                .isEqualTo(2);
    }

    @Test
    void keys_of_one_producer_are_not_those_of_another(Howdah howdah) {
        howdah.notifications().people().put(Person.of("ada"));

        var ours = Intent.of("shop", "1", "a.b").to(Recipient.person("ada"));
        var theirs = Intent.of("bank", "1", "c.d").to(Recipient.person("ada"));

        assertThat(howdah.notifications().notify(ours)).isInstanceOf(Acceptance.Accepted.class);
        assertThat(howdah.notifications().notify(theirs)).isInstanceOf(Acceptance.Accepted.class);
    }

    @Test
    void an_expired_key_may_be_used_again_and_the_first_record_stays(
            Howdah howdah, TestClock clock, TestDatabase database) {
        howdah.notifications().people().put(Person.of("ada"));
        var intent = SHIPPED.to(Recipient.person("ada")).keyFor(Duration.ofHours(1));
        howdah.notifications().notify(intent);

        clock.advance(Duration.ofHours(2));

        assertThat(howdah.notifications().notify(intent.text("other"))).isInstanceOf(Acceptance.Accepted.class);
        assertThat(database.one("select count(*) from howdah.notification", Long.class))
                .isEqualTo(2);
    }

    @Test
    void nothing_is_there_before_the_commit_and_nothing_after_a_rollback(Howdah howdah, DataSource dataSource)
            throws Exception {
        howdah.notifications().people().put(Person.of("ada"));
        var intent = SHIPPED.to(Recipient.person("ada"));

        try (var connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            howdah.notifications().notify(connection, intent);
            assertThat(howdah.notifications().inbox("ada").unread()).isZero();
            connection.rollback();
        }

        assertThat(howdah.notifications().inbox("ada").unread()).isZero();
        assertThat(howdah.notifications().notify(intent)).isInstanceOf(Acceptance.Accepted.class);
    }

    @Test
    void what_cannot_be_taken_in_is_refused_by_name_and_nothing_is_written(Howdah howdah, TestDatabase database) {
        howdah.notifications().people().put(Person.of("ada"));
        howdah.notifications().people().put(NotificationTemplate.of("shipped", "Order {{order.id}}", "{{missing}}"));
        howdah.notifications().people().put(NotificationTemplate.of("broken", "Order {{order.id}", "text"));
        var toAda = SHIPPED.to(Recipient.person("ada"));

        assertRefused(howdah, "notification-unknown-recipient", SHIPPED.to(Recipient.person("bob")), "person \"bob\"");
        assertRefused(howdah, "notification-unknown-recipient", SHIPPED.to(Recipient.group("none")), "group \"none\"");
        assertRefused(howdah, "notification-unknown-recipient", SHIPPED.to(Recipient.endpoint("x")), "endpoint \"x\"");
        assertRefused(howdah, "notification-unknown-recipient", SHIPPED.to(Recipient.topic("t")), "topic \"t\"");
        assertRefused(howdah, "notification-unknown-recipient", SHIPPED.to(Recipient.email("a@b c.d")), "e-mail");
        assertRefused(
                howdah,
                "notification-unknown-recipient",
                SHIPPED.to(Recipient.email("a@b.de\r\nBcc: x@y.de")),
                "e-mail");
        assertRefused(howdah, "notification-unknown-recipient", toAda.to(new Recipient("nonsense")), "nonsense");
        assertRefused(howdah, "notification-unknown-template", toAda.template("none"), "template \"none\"");
        assertRefused(howdah, "notification-template-failed", toAda.template("shipped"), "missing");
        assertRefused(howdah, "notification-template-failed", toAda.template("broken"), "{{ without }}");
        assertRefused(howdah, "notification-malformed", SHIPPED, "recipients");
        assertRefused(howdah, "notification-malformed", toAda.subject("x".repeat(501)), "subject");
        assertRefused(howdah, "notification-malformed", toAda.text("x".repeat(100_001)), "text");
        assertRefused(
                howdah, "notification-malformed", toAda.dataJson("{\"a\": \"" + "x".repeat(300_000) + "\"}"), "256");
        assertRefused(howdah, "notification-malformed", toAda.dataJson("{\"a\": "), "json");
        assertRefused(howdah, "notification-malformed", toAda.dataJson("{\"a\": \"\\u0000\"}"), "");
        assertRefused(howdah, "notification-malformed", toAda.priority(10), "priority");
        assertRefused(howdah, "notification-malformed", toAda.keyFor(Duration.ofDays(400)), "keyFor");
        assertRefused(
                howdah,
                "notification-malformed",
                Intent.of("shop", "1", "no type").to(Recipient.person("ada")),
                "type");

        assertThat(database.one("select count(*) from howdah.notification", Long.class))
                .isZero();
        assertThat(database.one("select count(*) from howdah.notification_route", Long.class))
                .isZero();
    }

    private static void assertRefused(Howdah howdah, String code, Intent intent, String words) {
        assertThatThrownBy(() -> howdah.notifications().notify(intent))
                .isInstanceOfSatisfying(
                        NotificationRefusedException.class,
                        refusal ->
                                assertThat(((HowdahException) refusal).code()).isEqualTo(code))
                .hasMessageContaining(words);
    }

    @Test
    void what_cannot_be_read_is_put_aside_and_can_be_corrected(Howdah howdah) {
        howdah.notifications().people().put(Person.of("ada"));
        var raw = new String[] {
            "{\"key\": \"1\", ",
            "[]",
            "{\"key\": \"2\", \"type\": \"a.b\", \"to\": [\"person:bob\"]}",
            "{\"key\": \"3\", \"type\": \"a.b\", \"to\": [\"person:ada\"], \"colour\": \"red\"}",
            "{\"key\": \"4\", \"type\": \"a.b\", \"to\": [\"person:ada\"]}"
        };

        var answers = new java.util.ArrayList<Acceptance>();
        for (var one : raw) {
            answers.add(howdah.notifications().submit("feed", one.getBytes(StandardCharsets.UTF_8)));
        }
        answers.add(howdah.notifications().submit("feed", new byte[] {(byte) 0xff, 0}));

        assertThat(answers.get(4)).isInstanceOf(Acceptance.Accepted.class);
        var quarantine = howdah.notifications().quarantine();
        var waiting = quarantine.list(10);
        assertThat(waiting).hasSize(5);
        assertThat(waiting.stream().map(Malformed::code))
                .containsExactly("malformed", "malformed", "unknown-recipient", "malformed", "malformed");
        assertThat(waiting.get(3).reason()).contains("colour");
        assertThat(waiting.get(0).raw()).isEqualTo(raw[0].getBytes(StandardCharsets.UTF_8));
        assertThat(waiting.get(4).raw()).containsExactly(0xff, 0);

        howdah.notifications().people().put(Person.of("bob"));
        var corrected =
                "{\"key\": \"3\", \"type\": \"a.b\", \"to\": [\"person:ada\"]}".getBytes(StandardCharsets.UTF_8);
        assertThat(quarantine.resubmit(waiting.get(2).id(), "carol")).containsInstanceOf(Acceptance.Accepted.class);
        assertThat(quarantine.resubmit(waiting.get(3).id(), "carol", corrected))
                .containsInstanceOf(Acceptance.Accepted.class);
        assertThat(quarantine.discard(waiting.get(0).id(), "carol")).isTrue();

        assertThat(quarantine.resubmit(waiting.get(3).id(), "dave")).isEmpty();
        assertThat(quarantine.discard(waiting.get(0).id(), "dave")).isFalse();
        assertThat(quarantine.list(10)).hasSize(2);
        assertThat(quarantine.find(waiting.get(3).id()).orElseThrow().settledBy())
                .contains("carol");
        assertThat(howdah.notifications().inbox("bob").unread()).isEqualTo(1);
        assertThat(howdah.notifications().inbox("ada").unread()).isEqualTo(2);
    }

    @Test
    void templates_make_words_of_data_and_escape_what_goes_into_html(Howdah howdah, TestDatabase database) {
        howdah.notifications().people().put(Person.of("ada"));
        howdah.notifications()
                .people()
                .put(NotificationTemplate.of("shipped", "Order {{ order.id }}", "Dear {{name}}, {{order.id}} is out.")
                        .html("<p>{{name}}</p>"));

        howdah.notifications().notify(SHIPPED.to(Recipient.person("ada")).template("shipped"));

        var item = howdah.notifications().inbox("ada").list(10).getFirst();
        assertThat(item.subject()).contains("Order 7");
        assertThat(item.text()).contains("Dear <Ada> & Bob, 7 is out.");
        assertThat(database.one("select html from howdah.notification", String.class))
                .isEqualTo("<p>&lt;Ada&gt; &amp; Bob</p>");
    }

    @Test
    void events_and_messages_exist_with_the_notification_exactly_once(Howdah howdah, DataSource dataSource)
            throws Exception {
        var topic = Topic.of("orders");
        howdah.log().create(topic);
        var queue = QueueName.of("fulfilment", Object.class);
        var intent = SHIPPED.to(Recipient.topic("orders"), Recipient.queue("fulfilment"))
                .correlation("order-7");

        try (var connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            howdah.notifications().notify(connection, intent);
            connection.rollback();
            howdah.notifications().notify(connection, intent);
            connection.commit();
        }
        howdah.notifications().notify(intent);
        howdah.drain();

        var messages = howdah.messages().receive(queue, ReceiveOptions.upTo(10));
        assertThat(messages).hasSize(1);
        var events = new CopyOnWriteArrayList<String>();
        for (int partition = 0; partition < topic.partitions(); partition++) {
            howdah.log().read(topic, partition, 0, 10).forEach(event -> events.add(event.type()));
        }
        assertThat(events).containsExactly("order.shipped");
    }

    @Test
    void every_language_takes_part_by_sql(Howdah howdah, TestDatabase database) {
        howdah.notifications().people().put(Person.of("ada"));
        var call = "select howdah.notify('shop', '{\"key\": \"1\", \"type\": \"a.b\", \"to\": [\"person:ada\"]}')";

        var first = database.one(call, Long.class);

        assertThat(database.one(call, Long.class)).isEqualTo(first);
        assertThatThrownBy(() -> database.one(call.replace("a.b", "a.c"), Long.class))
                .hasMessageContaining("conflict");
        assertThat(database.query("select outcome from howdah.submit_notification('shop', 'nonsense')"))
                .isEqualTo(List.of(List.of("quarantined")));
        assertThat(database.query("select channel, state from howdah.notification_deliveries"))
                .isEqualTo(List.of(List.of("inbox", "delivered")));
    }
}
