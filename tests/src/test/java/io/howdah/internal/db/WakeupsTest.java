// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.howdah.WakeupState;
import io.howdah.internal.loop.BackgroundStress;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;

@HowdahTest
class WakeupsTest {
    private final List<Wakeups> started = new ArrayList<>();
    private final AtomicInteger woken = new AtomicInteger();
    private TestDatabase database;

    @BeforeEach
    void remember(TestDatabase database) {
        this.database = database;
    }

    @AfterEach
    void stop() throws Exception {
        for (var wakeups : started) {
            assertThat(wakeups.backgrounds().stop(Duration.ofSeconds(60))).isEmpty();
        }
    }

    private Wakeups wakeups(DataSource direct) {
        return new Wakeups(Db.of(database.dataSource(), SchemaName.DEFAULT), direct);
    }

    private Wakeups listening(DataSource direct) {
        var wakeups = wakeups(direct);
        started.add(wakeups);
        wakeups.backgrounds().start();
        Await.until("it listens", () -> wakeups.state() instanceof WakeupState.Listening);
        return wakeups;
    }

    @Test
    void waiters_in_the_same_process_are_woken_directly() {
        var wakeups = wakeups(database.direct());
        var subscription = wakeups.subscribe("orders", woken::incrementAndGet);

        wakeups.signal("orders");
        wakeups.signal("other");
        subscription.close();
        wakeups.signal("orders");

        assertThat(woken).hasValue(1);
    }

    @Test
    void waiters_in_other_processes_are_woken_by_notification() {
        var one = listening(database.direct());
        var other = listening(database.direct());
        other.subscribe("orders", woken::incrementAndGet);

        one.signal("orders");

        Await.until("the other one is woken", () -> woken.get() == 1);
    }

    @Test
    void who_is_alone_knows_it_and_who_comes_is_known_at_once() {
        assertThat(wakeups(database.direct()).mayHaveNeighbours())
                .as("who does not listen")
                .isTrue();
        var one = listening(database.direct());
        Await.until("it has heard nobody", () -> !one.mayHaveNeighbours());

        var other = listening(database.direct());

        Await.until("it has heard the other one", one::mayHaveNeighbours);
        other.subscribe("orders", woken::incrementAndGet);
        one.signalOthers("orders");
        Await.until("the other one is woken", () -> woken.get() == 1);
    }

    @Test
    void who_asks_is_answered() throws Exception {
        listening(database.direct());
        try (var stranger = database.connect()) {
            Db.of(stranger, SchemaName.DEFAULT).script("listen howdah");
            Await.until(
                    "what it said by itself is over",
                    () -> receive(notifications(stranger)).isEmpty());

            database.query("select pg_notify('howdah', 'stranger ?')");

            var arrived = new ArrayList<String>();
            Await.until("the answer is there", () -> {
                arrived.addAll(receive(notifications(stranger)));
                return arrived.stream().anyMatch(payload -> payload.endsWith(" !"));
            });
        }
    }

    private static PGConnection notifications(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class);
    }

    @Test
    void any_client_may_wake_by_sql() {
        listening(database.direct()).subscribe("orders", woken::incrementAndGet);

        database.query("select howdah.wake('orders')");

        Await.until("the signal arrives", () -> woken.get() == 1);
    }

    @Test
    void a_burst_of_signals_is_a_handful_of_notifications_and_none_is_forgotten() throws Exception {
        var sender = listening(database.direct());
        try (var receiver = database.connect()) {
            var notifications = receiver.unwrap(PGConnection.class);
            Db.of(receiver, SchemaName.DEFAULT).script("listen howdah");

            for (int i = 0; i < 10_000; i++) {
                sender.signal("orders");
            }
            sender.signal("last");

            var arrived = new ArrayList<String>();
            Await.until("the last signal has arrived", () -> {
                arrived.addAll(receive(notifications));
                return arrived.stream().anyMatch(payload -> payload.contains(" last"));
            });
            assertThat(arrived).hasSizeLessThan(100).anyMatch(payload -> payload.contains(" orders"));
        }
    }

    @Test
    void who_only_produces_need_not_be_started_to_wake_others() {
        listening(database.direct()).subscribe("orders", woken::incrementAndGet);
        var producer = new Wakeups(Db.of(database.dataSource(), SchemaName.DEFAULT), database.direct());

        producer.signal("orders");
        Await.until("the waiter is woken", () -> woken.get() >= 1);
        producer.signalSoon("orders");
        Await.until("the waiter is woken again and again", () -> woken.get() >= 4);
    }

    private static List<String> receive(PGConnection connection) throws SQLException {
        var notifications = connection.getNotifications(20);
        return notifications == null
                ? List.of()
                : List.of(notifications).stream().map(one -> one.getParameter()).toList();
    }

    @Test
    void more_topics_than_fit_one_notification_wake_everybody() {
        var sender = listening(database.direct());
        listening(database.direct()).subscribe("t99", woken::incrementAndGet);

        for (int i = 0; i < 200; i++) {
            sender.signal("t" + i);
        }

        Await.until("the last topic's waiter is woken", () -> woken.get() >= 1);
    }

    @Test
    void after_a_lost_connection_it_listens_again_and_wakes_everybody_for_what_was_missed() {
        try (var proxy = database.proxy()) {
            var wakeups = listening(database.through(proxy));
            wakeups.subscribe("orders", woken::incrementAndGet);
            proxy.refuse();
            proxy.cut();
            Await.until("it polls", () -> wakeups.state() instanceof WakeupState.Polling);

            proxy.accept();

            Await.until("it listens again", () -> wakeups.state() instanceof WakeupState.Listening);
            assertThat(woken).hasValue(1);
            database.query("select howdah.wake('orders')");
            Await.until("signals arrive again", () -> woken.get() == 2);
        }
    }

    @Test
    void a_terminated_session_is_noticed_and_replaced() {
        var wakeups = listening(database.direct());
        wakeups.subscribe("orders", woken::incrementAndGet);

        database.terminateConnections();

        Await.until("everybody is woken", () -> woken.get() >= 1);
        Await.until("it listens again", () -> wakeups.state() instanceof WakeupState.Listening);
    }

    @Test
    void an_address_that_cannot_be_reached_means_polling_and_says_why() {
        var unreachable = new PGSimpleDataSource();
        unreachable.setUrl("jdbc:postgresql://127.0.0.1:1/nowhere");
        var wakeups = wakeups(unreachable);
        started.add(wakeups);

        wakeups.backgrounds().start();

        Await.until("the reason can be seen", () -> wakeups.state().toString().contains("refused"));
        assertThat(wakeups.state().toString()).startsWith("polling: ");
    }

    @Test
    void the_listener_survives_being_started_and_stopped_from_everywhere() throws Exception {
        var wakeups = wakeups(database.direct());
        started.add(wakeups);

        for (var background : wakeups.backgrounds().all()) {
            BackgroundStress.survive(background);
        }
    }

    @Test
    void a_topic_that_could_break_the_message_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> wakeups(database.direct()).signal("two words"))
                .withMessageContaining("two words");
    }
}
