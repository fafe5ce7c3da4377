// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import io.howdah.WakeupState;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one LISTEN connection of this process. It is tried when opened (a notification is sent and must arrive), checked
 * every few seconds, and opened again when it breaks; after that everybody is woken, for something may have been
 * missed.
 */
final class WakeupListener {
    static final String EVERYTHING = "*";

    private static final Logger log = LoggerFactory.getLogger(WakeupListener.class);

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    /** How long a stop may have to wait for us. */
    private static final Duration SLICE = Duration.ofMillis(100);

    /** Only a start, and after failures: while it listens, one run follows the other. */
    private static final Duration RETRY_AT_LEAST_EVERY = Duration.ofSeconds(30);

    private static final Sql STANDBY = Sql.of("select pg_is_in_recovery() as standby");

    private static final Sql LISTENS = Sql.of("select :channel in (select pg_listening_channels()) as listens");

    private final ReservedConnection reserved;
    private final Topics topics;
    private final WakeupNotifier notifier;
    private final String origin;
    private final Loop loop =
            Loop.every(RETRY_AT_LEAST_EVERY, "wakeup-listener", this::run).atEnd(this::end);

    private final Neighbours neighbours = new Neighbours();
    private volatile Runnable changed = () -> {};
    private volatile WakeupState wakeups = new WakeupState.Polling("not started");
    private long checkedAt;

    WakeupListener(DataSource direct, Topics topics, WakeupNotifier notifier, String origin) {
        this.reserved = new ReservedConnection(direct, TIMEOUT, WakeupListener::unlisten);
        this.topics = topics;
        this.notifier = notifier;
        this.origin = origin;
    }

    WakeupState wakeups() {
        return wakeups;
    }

    Loop loop() {
        return loop;
    }

    void onChange(Runnable changed) {
        this.changed = changed;
    }

    Neighbours neighbours() {
        return neighbours;
    }

    private void become(WakeupState next) {
        var before = wakeups;
        wakeups = next;
        neighbours.listening(next instanceof WakeupState.Listening);
        if (!before.equals(next)) {
            changed.run();
        }
    }

    private void end() {
        become(new WakeupState.Polling("stopped"));
        reserved.close();
    }

    private Next run() {
        try {
            if (wakeups instanceof WakeupState.Polling) {
                reserved.use(this::listen);
                log.info("Listening for wake-ups");
                // Before it is said: whoever sees that we listen may take it that nothing was missed.
                topics.wakeAll();
                become(new WakeupState.Listening());
            }
            reserved.use(this::receive);
            return Next.NOW;
        } catch (RuntimeException failure) {
            become(new WakeupState.Polling(String.valueOf(failure.getMessage())));
            throw failure;
        }
    }

    private Void listen(Connection connection) throws SQLException {
        // Before LISTEN: behind a pooler it would stick to a session that then serves somebody else.
        requirePrimarySession(connection);
        say(connection, "listen");
        Promptness.begin(connection);
        var probe = origin + " " + Neighbours.WHO_IS_THERE;
        notifier.sendNow(probe);
        var deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (System.nanoTime() < deadline) {
            var arrived = notifications(connection, SLICE);
            // An answer of somebody else may be among them.
            arrived.forEach(one -> deliver(one.getParameter()));
            if (arrived.stream().anyMatch(one -> one.getParameter().equals(probe))) {
                return null;
            }
        }
        throw new IllegalStateException("a notification that was sent to ourselves did not arrive");
    }

    private Void receive(Connection connection) throws SQLException {
        for (var one : notifications(connection, SLICE)) {
            deliver(one.getParameter());
        }
        if (System.nanoTime() - checkedAt > Neighbours.SAY_EVERY.toNanos()) {
            check(connection);
            notifier.send(Neighbours.HERE);
        }
        return null;
    }

    private void deliver(String payload) {
        var words = payload.split(" ", -1);
        if (words[0].equals(origin)) {
            return;
        }
        for (int i = 1; i < words.length; i++) {
            if (words[i].equals(Neighbours.WHO_IS_THERE)) {
                neighbours.heard();
                notifier.send(Neighbours.HERE);
            } else if (words[i].equals(Neighbours.HERE)) {
                neighbours.heard();
            } else if (words[i].equals(EVERYTHING)) {
                topics.wakeAll();
            } else {
                topics.wake(words[i]);
            }
        }
    }

    private void check(Connection connection) throws SQLException {
        requirePrimarySession(connection);
        require(
                on(connection).run(LISTENS).set("channel", Wakeups.CHANNEL).one(row -> row.bool("listens")),
                "the session does not listen any more");
        checkedAt = System.nanoTime();
    }

    private static void requirePrimarySession(Connection connection) throws SQLException {
        require(!Poolers.isBehindPooler(connection), "a transaction pooler is in between; give a direct address");
        require(!on(connection).run(STANDBY).one(row -> row.bool("standby")), "the address leads to a standby");
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }

    private static List<PGNotification> notifications(Connection connection, Duration wait) throws SQLException {
        var arrived = connection.unwrap(PGConnection.class).getNotifications(Math.toIntExact(wait.toMillis()));
        return arrived == null ? List.of() : List.of(arrived);
    }

    private static Void unlisten(Connection connection) {
        Promptness.end(connection);
        return say(connection, "unlisten");
    }

    private static Void say(Connection connection, String command) {
        on(connection).script(command + " " + Wakeups.CHANNEL);
        return null;
    }

    private static Db on(Connection connection) {
        return Db.of(connection, SchemaName.DEFAULT);
    }
}
