// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import io.howdah.test.Together;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Processes that deliver are killed; at the end the receivers and the database are asked what happened. */
@HowdahTest
class DeliveryCrashTest {
    private static final int ENDPOINTS = 8;
    private static final int INTENTS = 10_000;
    private static final int DISTINCT = INTENTS * 32 / 100 / ENDPOINTS * ENDPOINTS;
    private static final int REPEATED = INTENTS * 43 / 100;
    private static final int GARBAGE = INTENTS * 15 / 100;
    private static final int CONFLICTS = INTENTS - DISTINCT - REPEATED - GARBAGE;

    private final Receiver receiver = Receiver.start();
    private final List<TestProcess> processes = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        processes.forEach(TestProcess::close);
        receiver.close();
    }

    @Test
    void what_was_delivered_by_a_process_that_could_not_say_so_is_delivered_again_with_the_same_id(
            Howdah howdah, TestDatabase database) {
        var notifications = howdah.notifications();
        notifications.endpoints().put(Endpoint.of("billing", receiver.url("/hook")));
        var victim = new AtomicReference<TestProcess>();
        receiver.on("/hook", call -> {
            if (call.earlier() == 0) {
                victim.get().kill();
            }
            return Receiver.Answer.of(200);
        });
        victim.set(DeliveryProcess.start(database, "victim"));
        processes.add(victim.get());

        notifications.notify(Intent.of("shop", "1", "a.b").to(Recipient.endpoint("billing")));
        Await.until("it was called", () -> receiver.calls().size() == 1);
        processes.add(DeliveryProcess.start(database, "heir"));

        var delivery = Await.within(Duration.ofSeconds(60))
                .value(
                        "it is delivered",
                        () ->
                                notifications
                                        .deliveries()
                                        .list(DeliveryFilter.all().state(DeliveryState.DELIVERED), 1)
                                        .stream()
                                        .findFirst());
        assertThat(receiver.calls().stream().map(Receiver.Call::id))
                .hasSizeGreaterThanOrEqualTo(2)
                .containsOnly(delivery.id().toString());
        assertThat(notifications.deliveries().attempts(delivery.id()).stream().map(DeliveryAttempt::result))
                .startsWith("lost")
                .endsWith("delivered");
    }

    @Test
    void ten_thousand_intents_with_duplicates_conflicts_and_garbage_while_processes_die(
            Howdah howdah, TestDatabase database) {
        var notifications = howdah.notifications();
        for (int i = 0; i < ENDPOINTS; i++) {
            notifications.endpoints().put(Endpoint.of("endpoint-" + i, receiver.url("/" + i)));
        }
        receiver.on("/6", call -> Receiver.Answer.of(call.earlier() % 4 == 0 ? 503 : 200));
        receiver.on("/7", call -> Receiver.Answer.of(500));
        for (int i = 0; i < 2; i++) {
            processes.add(DeliveryProcess.start(database, "courier-" + i));
        }

        var tasks = new ArrayList<>(producers(notifications));
        tasks.add(() -> killSome(database));
        var counts = new HashMap<String, Integer>();
        Together.run(tasks).forEach(some -> add(counts, some));
        add(counts, submit(notifications, conflicts()));
        Await.within(Duration.ofMinutes(3)).until("all have ended", () -> ended(database) == DISTINCT);

        assertThat(counts)
                .containsOnly(
                        Map.entry("Accepted", DISTINCT),
                        Map.entry("Repeated", REPEATED),
                        Map.entry("conflict", CONFLICTS),
                        Map.entry("garbage", GARBAGE));
        assertThat(database.query("select distinct address from howdah.notification_route where state = 'dead'"))
                .isSubsetOf(List.of(List.of("endpoint-7"), List.of("endpoint-6")));
        for (int i = 0; i < 6; i++) {
            assertReceivedAll(database, i);
        }
        var strange = database.query("select distinct cause from howdah.notification_route where state = 'dead'"
                + " and cause not in ('no-success', 'circuit-open')");
        assertThat(strange).isEmpty();
    }

    private void assertReceivedAll(TestDatabase database, int endpoint) {
        var received = new HashSet<String>();
        receiver.calls("/" + endpoint).forEach(call -> received.add(call.id()));
        var sent = database
                .query(
                        "select 'msg_' || replace(delivery::text, '-', '') from howdah.notification_route"
                                + " where address = ? and state = 'delivered'",
                        "endpoint-" + endpoint)
                .stream()
                .map(row -> (String) row.getFirst())
                .toList();
        assertThat(sent).hasSize(DISTINCT / ENDPOINTS);
        assertThat(received).containsExactlyInAnyOrderElementsOf(sent);
    }

    private static long ended(TestDatabase database) {
        return database.one(
                "select count(*) from howdah.notification_route where state in ('delivered', 'dead')", Long.class);
    }

    private Map<String, Integer> killSome(TestDatabase database) {
        for (int round = 1; round <= 2; round++) {
            var goal = round * DISTINCT / 4;
            Await.within(Duration.ofSeconds(90)).until(goal + " have ended", () -> ended(database) >= goal);
            processes.removeFirst().kill();
            processes.add(DeliveryProcess.start(database, "successor-" + round));
        }
        return Map.of();
    }

    private static void add(Map<String, Integer> sum, Map<String, Integer> counts) {
        counts.forEach((outcome, count) -> sum.merge(outcome, count, Integer::sum));
    }

    /** Four of them, each with a part of all intents, in no order. */
    private static List<Callable<Map<String, Integer>>> producers(Notifications notifications) {
        var all = new ArrayList<String>();
        for (int i = 0; i < DISTINCT; i++) {
            all.add(intent(i, "data"));
        }
        for (int i = 0; i < REPEATED; i++) {
            all.add(intent(i % DISTINCT, "data"));
        }
        for (int i = 0; i < GARBAGE; i++) {
            all.add("garbage " + i);
        }
        Collections.shuffle(all, new Random(42));
        var tasks = new ArrayList<Callable<Map<String, Integer>>>();
        for (int part = 0; part < 4; part++) {
            var mine = all.subList(part * all.size() / 4, (part + 1) * all.size() / 4);
            tasks.add(() -> submit(notifications, mine));
        }
        return tasks;
    }

    /** They come behind everything, for they must find what they are in conflict with. */
    private static List<String> conflicts() {
        return IntStream.range(0, CONFLICTS)
                .mapToObj(number -> intent(number, "other data"))
                .toList();
    }

    private static String intent(int number, String data) {
        return "{\"key\": \"" + number + "\", \"type\": \"a.b\", \"to\": [\"endpoint:endpoint-" + number % ENDPOINTS
                + "\"], \"data\": \"" + data + "\"}";
    }

    private static Map<String, Integer> submit(Notifications notifications, List<String> intents) {
        var counts = new HashMap<String, Integer>();
        for (var intent : intents) {
            var answer = notifications.submit("feed", intent.getBytes(StandardCharsets.UTF_8));
            var outcome = answer instanceof Acceptance.Quarantined put
                    ? put.reason().contains("with other content") ? "conflict" : "garbage"
                    : answer.getClass().getSimpleName();
            counts.merge(outcome, 1, Integer::sum);
        }
        return counts;
    }
}
