// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people look at: notifications, deliveries page by page, dead letters by cause. */
@HowdahTest
class ListsTest {
    private Scene scene;
    private Notifications notifications;

    @BeforeEach
    void scene(Howdah howdah, TestClock clock) {
        scene = Scene.of(howdah, clock);
        notifications = howdah.notifications();
        notifications.endpoints().put(Endpoint.of("billing", scene.receiver().url("/hook")));
    }

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void a_notification_is_found_with_what_it_says_and_how_it_stands() {
        notifications.people().put(Person.of("ada"));
        notifications.notify(Intent.of("shop", "1", "order.shipped")
                .to(Recipient.endpoint("billing"), Recipient.person("ada"))
                .subject("Order 1")
                .correlation("order-1")
                .data(Map.of("order", 1)));

        var found =
                notifications.list(NotificationFilter.all(), 10).notifications().getFirst();

        assertThat(found.key()).contains("1");
        assertThat(List.of(found.routes(), found.waiting(), found.delivered(), found.dead()))
                .containsExactly(2, 1, 1, 0);
        assertThat(notifications.find(found.id())).contains(found);
        var content = notifications.content(found.id()).orElseThrow();
        assertThat(content.subject()).contains("Order 1");
        assertThat(content.data()).contains("{\"order\": 1}");
        assertThat(notifications.find(new NotificationId(1_000_000))).isEmpty();
        assertThat(notifications.content(new NotificationId(1_000_000))).isEmpty();
    }

    @Test
    void filters_hold_and_pages_lead_on_to_the_end(TestDatabase database) {
        for (int i = 0; i < 7; i++) {
            notifications.notify(Intent.of(i % 2 == 0 ? "shop" : "bank", "k" + i, "order.shipped")
                    .to(Recipient.endpoint("billing"))
                    .correlation("c" + i % 3));
        }

        assertThat(keys(NotificationFilter.all())).containsExactly("k6", "k5", "k4", "k3", "k2", "k1", "k0");
        assertThat(keys(NotificationFilter.all().producer("bank"))).containsExactly("k5", "k3", "k1");
        assertThat(keys(NotificationFilter.all().correlation("c0"))).containsExactly("k6", "k3", "k0");
        assertThat(keys(NotificationFilter.all().producer("shop").key("k4"))).containsExactly("k4");
        assertThat(keys(NotificationFilter.all().producer("bank").key("k4"))).isEmpty();
        assertThat(keys(NotificationFilter.all().type("order.lost"))).isEmpty();
        assertThat(keys(NotificationFilter.all().to(Instant.now().minus(Duration.ofHours(1)))))
                .isEmpty();
        assertThat(keys(NotificationFilter.all().from(Instant.now().minus(Duration.ofHours(1)))))
                .hasSize(7);
        database.execute("""
                insert into howdah.notification (id, producer, fingerprint, key_until, type, priority, routes,
                                                 accepted_at)
                select nextval('howdah.notification_seq'), 'flood', '', howdah.now(), 'drop', 5, 0, howdah.now()
                from generate_series(1, 4500)
                """);
        var first = notifications.list(NotificationFilter.all().producer("bank"), 2);
        assertThat(first.notifications()).as("the window is full of others").isEmpty();
        assertThat(first.next()).isPresent();
        assertThat(keys(NotificationFilter.all().producer("bank"))).containsExactly("k5", "k3", "k1");
    }

    private List<String> keys(NotificationFilter filter) {
        var keys = new ArrayList<String>();
        var page = notifications.list(filter, 2);
        while (true) {
            page.notifications().forEach(one -> keys.add(one.key().orElse("")));
            if (page.next().isEmpty()) {
                return keys;
            }
            page = notifications.list(filter.before(page.next().get()), 2);
        }
    }

    @Test
    void deliveries_are_read_page_by_page_whatever_is_between_them(TestDatabase database) {
        for (int i = 0; i < 5; i++) {
            scene.send("key-" + i);
        }
        var all = DeliveryFilter.all();
        assertThat(pages(all)).hasSize(5);
        database.execute("""
                insert into howdah.notification_route (id, notification_id, channel, address, state, since)
                select nextval('howdah.notification_seq'), (select min(id) from howdah.notification), 'email', 'x@y.zz',
                       'delivered', howdah.now()
                from generate_series(1, 2500)
                """);

        assertThat(notifications.deliveries().page(all.endpoint("billing"), Optional.empty(), 3))
                .satisfies(page -> assertThat(page.deliveries()).isEmpty())
                .satisfies(page -> assertThat(page.next()).isPresent());
        assertThat(pages(all.endpoint("billing"))).hasSize(5).doesNotHaveDuplicates();
        assertThat(pages(all.state(DeliveryState.DEAD))).isEmpty();
    }

    private List<DeliveryId> pages(DeliveryFilter filter) {
        var ids = new ArrayList<DeliveryId>();
        Optional<DeliveryPage.Place> place = Optional.empty();
        do {
            var page = notifications.deliveries().page(filter, place, 2);
            page.deliveries().forEach(one -> ids.add(one.id()));
            place = page.next();
        } while (place.isPresent());
        return ids;
    }

    @Test
    void dead_letters_are_grouped_by_cause_and_counted_before_anything_is_done() {
        scene.receiver().on("/hook", call -> Receiver.Answer.of(500));
        notifications.deliver(Scene.LOCAL.retryAfter());
        scene.send("1");
        scene.send("2");
        scene.drain();
        notifications.endpoints().disable("billing", "by hand");
        scene.send("3");
        scene.drain();

        var deliveries = notifications.deliveries();
        assertThat(deliveries.causes())
                .extracting(DeadCause::cause, DeadCause::channel, DeadCause::count, DeadCause::addresses)
                .containsExactly(tuple("no-success", "webhook", 2L, 1L), tuple("endpoint-disabled", "webhook", 1L, 1L));
        assertThat(deliveries.causes().getFirst().error()).contains("the receiver answered 500");
        var some = DeliveryFilter.all().cause("no-success");
        var first = deliveries.list(some, 10).getLast();
        assertThat(deliveries.attempts(first.notification()))
                .containsExactly(Map.entry(first.id(), deliveries.attempts(first.id())));
        assertThat(deliveries.countRedeliverable(some, Redelivery.atOnce())).isEqualTo(2);
        assertThat(deliveries.countDead(DeliveryFilter.all())).isEqualTo(3);
        assertThat(deliveries.countLatest(DeliveryFilter.all()))
                .isEqualTo(new DeadCount(
                        3, deliveries.countRedeliverable(DeliveryFilter.all(), Redelivery.atOnce()), true));
        assertThat(deliveries.countLatest(some)).isEqualTo(new DeadCount(2, 2, true));
        assertThat(deliveries.redeliverAll(some, Redelivery.atOnce(), total -> {}))
                .isEqualTo(2);
        assertThat(deliveries.countRedeliverable(some, Redelivery.atOnce())).isZero();
        assertThat(deliveries.discardAll(DeliveryFilter.all(), total -> {})).isEqualTo(1);
    }

    @Test
    void what_is_inside_the_database_is_not_counted_as_redeliverable() {
        notifications.people().put(Person.of("ada"));
        notifications.notify(Intent.of("shop", "1", "order.shipped")
                .to(Recipient.person("ada"), Recipient.endpoint("billing"))
                .subject("Order 1"));
        notifications.deliver(Scene.LOCAL);
        scene.drain();

        var again = Redelivery.atOnce().withDelivered();
        assertThat(notifications.deliveries().countRedeliverable(DeliveryFilter.all(), again))
                .isEqualTo(1);
        assertThat(notifications.deliveries().redeliverAll(DeliveryFilter.all(), again, total -> {}))
                .isEqualTo(1);
    }

    @Test
    void the_key_of_an_endpoint_is_told_to_whoever_makes_it_and_to_nobody_who_changes_it() {
        var endpoint = Endpoint.of("new", "https://example.com/hook").rate(5, Duration.ofSeconds(1));

        var secret = notifications.endpoints().makeOrChange(endpoint);

        assertThat(secret).contains(notifications.endpoints().secret("new"));
        assertThat(notifications.endpoints().makeOrChange(endpoint.concurrency(3)))
                .isEmpty();
        var found = notifications.endpoints().find("new").orElseThrow();
        assertThat(found.concurrency()).isEqualTo(3);
        assertThat(found.rate()).contains(5);
        assertThat(found.ratePeriod()).contains(Duration.ofSeconds(1));
    }

    @Test
    void people_groups_and_templates_are_listed_by_name() {
        var people = notifications.people();
        people.put(Person.of("ada").email("ada@example.com").prefersFor("order.lost", "email"));
        people.put(Person.of("bob"));
        people.join("sales", "ada");
        people.join("sales", "bob");
        people.join("staff", "bob");
        people.put(NotificationTemplate.of("a", "A", "a"));
        people.put(NotificationTemplate.of("b", "B", "b").html("<b>b</b>"));

        assertThat(people.list("", 10)).extracting(Person::name).containsExactly("ada", "bob");
        assertThat(people.list("", 1).getFirst().channels()).containsEntry("order.lost", List.of("email"));
        assertThat(people.list("ada", 10)).extracting(Person::name).containsExactly("bob");
        assertThat(people.groups("", 10)).containsExactly(Map.entry("sales", 2), Map.entry("staff", 1));
        assertThat(people.listTemplates("", 10))
                .extracting(NotificationTemplate::name)
                .containsExactly("a", "b");
        assertThat(people.listTemplates("a", 10).getFirst().html()).contains("<b>b</b>");
    }
}
