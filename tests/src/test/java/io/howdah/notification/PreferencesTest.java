// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.job.JobId;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who gets what, by which channel, and when. */
@HowdahTest
class PreferencesTest {
    private final List<Outgoing> sent = new CopyOnWriteArrayList<>();
    private Howdah howdah;
    private Notifications notifications;

    private record Recording(String name, List<Outgoing> sent) implements Channel {
        @Override
        public ChannelAnswer deliver(Outgoing delivery) {
            sent.add(delivery);
            return ChannelAnswer.delivered();
        }
    }

    @BeforeEach
    void notifications(Howdah howdah) {
        this.howdah = howdah;
        this.notifications = howdah.notifications();
        notifications.deliver(
                DeliveryOptions.defaults().channel(new Recording("email", sent)).channel(new Recording("sms", sent)));
    }

    private void tell(String key, String type, Recipient... to) {
        notifications.notify(
                Intent.of("shop", key, type).to(to).subject("about " + key).text("words of " + key));
        howdah.drain();
    }

    @Test
    void people_are_reached_by_the_channels_they_want_for_the_type() {
        notifications
                .people()
                .put(Person.of("ada")
                        .email("ada@example.com")
                        .address("sms", "+491")
                        .prefers("email"));
        notifications
                .people()
                .put(Person.of("bob")
                        .email("bob@example.com")
                        .prefersFor("order.shipped", "email", "inbox")
                        .prefersFor("news"));
        notifications.people().put(Person.of("carol").prefers("sms", "inbox"));
        notifications.people().join("all", "ada");
        notifications.people().join("all", "bob");
        notifications.people().join("all", "carol");

        tell("1", "order.shipped", Recipient.group("all"), Recipient.person("ada"));
        tell("2", "news", Recipient.group("all"));

        assertThat(sent.stream().map(Outgoing::address))
                .containsExactlyInAnyOrder("ada@example.com", "bob@example.com", "ada@example.com");
        assertThat(notifications.inbox("bob").unread()).isEqualTo(1);
        assertThat(notifications.inbox("carol").unread())
                .as("no address for sms")
                .isEqualTo(2);
        assertThat(notifications.people().members("all", 10)).containsExactly("ada", "bob", "carol");
        assertThat(notifications.people().find("bob").orElseThrow().channels().get("news"))
                .isEmpty();
        assertThatThrownBy(() -> notifications.people().put(Person.of("x").email("nonsense")))
                .hasMessageContaining("e-mail");
    }

    @Test
    void of_what_somebody_wants_the_most_exact_counts() {
        notifications
                .people()
                .put(Person.of("ada")
                        .email("ada@example.com")
                        .prefers("inbox")
                        .prefersFor("a.*", "email")
                        .prefersFor("a.b.*")
                        .prefersFor("a.c", "inbox"));

        for (var type : List.of("z", "a", "a.x", "a.b", "a.b.x", "a.c", "ab.x")) {
            tell(type, type, Recipient.person("ada"));
        }

        assertThat(sent.stream().map(Outgoing::type)).containsExactlyInAnyOrder("a.x", "a.b");
        assertThat(notifications.inbox("ada").list(10).stream().map(InboxItem::type))
                .containsExactlyInAnyOrder("z", "a", "a.c", "ab.x");
        assertThatThrownBy(() -> Person.of("bob").prefersFor("a.*.b", "email"))
                .hasMessage("types are said as order.shipped, order.* or *, in up to 200 characters: \"a.*.b\"");
    }

    @Test
    void quiet_hours_put_off_what_is_not_urgent(TestClock clock) {
        notifications
                .people()
                .put(Person.of("ada")
                        .email("ada@example.com")
                        .prefers("email")
                        .quiet(LocalTime.of(22, 0), LocalTime.of(7, 0), ZoneId.of("Europe/Berlin")));
        clock.set(Instant.parse("2026-07-01T21:30:00Z"));

        tell("late", "a.b", Recipient.person("ada"));
        notifications.notify(
                Intent.of("shop", "urgent", "a.b").to(Recipient.person("ada")).priority(1));
        howdah.drain();
        assertThat(sent).hasSize(1);
        clock.set(Instant.parse("2026-07-02T04:59:00Z"));
        howdah.drain();
        assertThat(sent).hasSize(1);
        clock.set(Instant.parse("2026-07-02T05:00:30Z"));
        howdah.drain();
        assertThat(sent).hasSize(2);
        clock.set(Instant.parse("2026-07-02T06:00:00Z"));
        tell("day", "a.b", Recipient.person("ada"));
        assertThat(sent).hasSize(3);
    }

    @Test
    void a_digest_gathers_and_goes_as_one(TestClock clock) {
        notifications
                .people()
                .put(Person.of("ada").email("ada@example.com").prefers("email").digest(Duration.ofHours(1)));

        tell("1", "a.b", Recipient.person("ada"));
        clock.advance(Duration.ofMinutes(30));
        tell("2", "a.b", Recipient.person("ada"));
        assertThat(sent).isEmpty();
        clock.advance(Duration.ofMinutes(31));
        howdah.drain();
        tell("3", "a.b", Recipient.person("ada"));

        assertThat(sent).singleElement().satisfies(mail -> {
            assertThat(mail.subject()).contains("2 notifications");
            assertThat(mail.text().orElseThrow()).contains("words of 1").contains("words of 2");
        });
        assertThat(notifications.deliveries().list(DeliveryFilter.all().state(DeliveryState.DELIVERED), 10))
                .hasSize(2);
        clock.advance(Duration.ofMinutes(61));
        howdah.drain();
        assertThat(sent.getLast().subject()).contains("about 3");
    }

    @Test
    void what_comes_after_a_digest_that_could_not_be_sent_is_not_gathered_into_it(TestClock clock) {
        digestByWebhook("ada");
        tell("1", "a.b", Recipient.person("ada"));
        notifications.endpoints().disable("hook", "moved");
        clock.advance(Duration.ofMinutes(61));
        howdah.drain();
        tell("2", "a.b", Recipient.person("ada"));
        clock.advance(Duration.ofMinutes(61));
        howdah.drain();

        assertThat(notifications.deliveries().list(DeliveryFilter.all(), 10))
                .as("one and the other")
                .hasSize(2)
                .allMatch(delivery -> delivery.state() == DeliveryState.DEAD);
    }

    @Test
    void what_is_gathered_in_a_digest_whose_job_somebody_cancels_is_dead_with_it(
            TestClock clock, TestDatabase database) {
        digestByWebhook("ada");
        tell("1", "a.b", Recipient.person("ada"));
        tell("2", "a.b", Recipient.person("ada"));
        var job = database.one("select work_id from howdah.notification_route where is_digest", Long.class);
        howdah.jobs().cancel(new JobId(job));
        clock.advance(Duration.ofMinutes(15));
        howdah.drain();
        tell("3", "a.b", Recipient.person("ada"));

        assertThat(notifications.deliveries().list(DeliveryFilter.all().state(DeliveryState.DEAD), 10))
                .hasSize(2);
        assertThat(notifications.deliveries().list(DeliveryFilter.all().state(DeliveryState.WAITING), 10))
                .as("the third begins another")
                .hasSize(1);
    }

    @Test
    void a_digest_that_somebody_gathers_in_holds_up_nobody_and_is_dead_when_they_have_ended(
            TestClock clock, TestDatabase database) throws SQLException {
        digestByWebhook("ada");
        digestByWebhook("bob");
        tell("1", "a.b", Recipient.person("ada"));
        tell("2", "a.b", Recipient.person("bob"));
        database.query("select work_id from howdah.notification_route where is_digest")
                .forEach(job -> howdah.jobs().cancel(new JobId((Long) job.getFirst())));
        clock.advance(Duration.ofMinutes(15));

        try (var gathering = database.connect()) {
            gathering.setAutoCommit(false);
            gathering
                    .createStatement()
                    .execute("select from howdah.notification_digest where person = 'ada' for key share");
            howdah.drain();
            assertThat(dead(database)).containsExactly(List.of("bob"));
            gathering.rollback();
        }
        clock.advance(Duration.ofMinutes(15));
        howdah.drain();

        assertThat(dead(database)).containsExactly(List.of("ada"), List.of("bob"));
        assertThat(database.query("select from howdah.notification_digest")).isEmpty();
    }

    private static List<List<Object>> dead(TestDatabase database) {
        return database.query("select person from howdah.notification_route where state = 'dead' order by person");
    }

    private void digestByWebhook(String person) {
        notifications.endpoints().put(Endpoint.of("hook", "https://hook.example.com/"));
        notifications
                .people()
                .put(Person.of(person)
                        .address("webhook", "hook")
                        .prefers("webhook")
                        .digest(Duration.ofHours(1)));
    }

    @Test
    void nothing_that_is_gathered_while_the_digest_is_sent_gets_lost(TestClock clock, TestDatabase database) {
        notifications
                .people()
                .put(Person.of("ada").email("ada@example.com").prefers("email").digest(Duration.ofMinutes(1)));
        var count = new AtomicInteger();

        for (int round = 0; round < 3; round++) {
            clock.advance(Duration.ofMinutes(2));
            Together.<Object>run(
                    this::drain,
                    () -> notifications.notify(gathered(count)),
                    () -> notifications.notify(gathered(count)),
                    () -> notifications.notify(gathered(count)));
        }
        clock.advance(Duration.ofMinutes(2));
        howdah.drain();

        var words = String.join(
                " ", sent.stream().map(mail -> mail.text().orElseThrow()).toList());
        for (int i = 1; i <= count.get(); i++) {
            assertThat(words).containsOnlyOnce("number " + i + ".");
        }
        assertThat(database.one(
                        "select count(*) from howdah.notification_route where state <> 'delivered'", Long.class))
                .isZero();
    }

    private String drain() {
        howdah.drain();
        return "drained";
    }

    private static Intent gathered(AtomicInteger count) {
        var number = count.incrementAndGet();
        return Intent.of("shop", "n-" + number, "a.b")
                .to(Recipient.person("ada"))
                .text("number " + number + ".");
    }

    @Test
    void an_inbox_is_read_marked_and_watched() {
        notifications.people().put(Person.of("ada"));
        var inbox = notifications.inbox("ada");
        var news = new AtomicInteger();
        howdah.start();
        try (var watch = inbox.watch(news::incrementAndGet)) {
            assertThat(watch).isNotNull();
            for (int i = 0; i < 3; i++) {
                notifications.notify(Intent.of("shop", "k" + i, "a.b")
                        .to(Recipient.person("ada"))
                        .text("t" + i));
            }
            Await.until("it was told", () -> news.get() > 0);
        }
        notifications.notify(Intent.of("shop", "later", "a.b")
                .to(Recipient.person("ada"))
                .notBefore(Instant.now().plus(Duration.ofHours(1))));

        assertThat(inbox.unread()).isEqualTo(3);
        var items = inbox.list(10);
        assertThat(items.stream().map(item -> item.text().orElseThrow())).containsExactly("t2", "t1", "t0");
        assertThat(inbox.list(items.get(0), 1)).containsExactly(items.get(1));
        assertThat(inbox.markRead(items.get(0).number())).isEqualTo(1);
        assertThat(inbox.markRead(items.get(0).number())).isZero();
        assertThat(notifications.inbox("bob").markRead(items.get(1).number()))
                .as("not his")
                .isZero();
        assertThat(inbox.markReadUpTo(items.get(1))).isEqualTo(2);
        assertThat(inbox.unread()).isZero();
    }

    @Test
    void what_has_ended_is_forgotten_in_time_and_what_waits_never(TestClock clock, TestDatabase database) {
        notifications.people().put(Person.of("ada"));
        notifications.keep(new NotificationRetention(
                Duration.ofDays(2), Duration.ofDays(5), Duration.ofDays(5), Duration.ofDays(3), Duration.ofDays(4)));
        tell("done", "a.b", Recipient.person("ada"));
        tell("dead", "a.b", Recipient.email("a@b.de"));
        database.execute("update howdah.notification_route set state = 'dead' where channel = 'email'");
        notifications.notify(Intent.of("shop", "waits", "a.b")
                .to(Recipient.email("c@b.de"))
                .notBefore(Instant.now().plus(Duration.ofDays(300))));
        notifications.submit("feed", new byte[] {1});

        assertThat(kept(database)).isEqualTo("3 3 1 1");
        clock.advance(Duration.ofHours(50));
        howdah.drain();
        assertThat(kept(database)).as("the record, not the inbox").isEqualTo("2 2 1 1");
        clock.advance(Duration.ofHours(50));
        howdah.drain();
        assertThat(kept(database)).isEqualTo("2 2 0 0");
        clock.advance(Duration.ofHours(50));
        howdah.drain();
        assertThat(kept(database)).isEqualTo("1 1 0 0");
        assertThat(database.one(
                        "select count(*) from pg_inherits where inhparent = 'howdah.notification_attempt'::regclass"
                                + " and inhrelid::regclass::text ~ to_char(now() at time zone 'utc', 'YYYYMMDD')",
                        Long.class))
                .as("the day of the attempts was dropped")
                .isZero();
    }

    private static String kept(TestDatabase database) {
        return database.one(
                "select concat_ws(' ', (select count(*) from howdah.notification),"
                        + " (select count(*) from howdah.notification_route),"
                        + " (select count(*) from howdah.notification_malformed),"
                        + " (select count(*) from howdah.notification_inbox))",
                String.class);
    }
}
