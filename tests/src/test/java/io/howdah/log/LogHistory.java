// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.DatabaseException;
import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Many writers at once in all the ways in which transactions can be written, while others number, read and begin new
 * slices; and then everything that must be true of the log.
 *
 * <p>The oracle is a row lock: before a writer appends to a key it counts the key up in the same transaction, so that
 * the log must show each key's numbers as 1, 2, 3, without a gap.
 */
final class LogHistory {
    private static final int WRITERS = 8;
    private static final int KEYS = 12;

    private static final String TABLES = """
        drop table if exists counter;
        create table counter (key text primary key, n bigint not null);
        insert into counter select 'KEYS' || k, 0 from generate_series(1, 12) k;
        """;

    private static final String COUNT = "update counter set n = n + 1 where key = ? returning n";

    private static final String LOST = """
        select 'lost or twice: event ' || e.id || ' of transaction ' || e.xid || ' in slice ' || e.slice
               || ' has ' || count(n.off) || ' offsets'
        from howdah.log_event e
        left join howdah.log_entry n on n.event_id = e.id and n.event_slice = e.slice
        group by e.id, e.xid, e.slice having count(n.off) <> 1
        """;

    private static final String GAPS = """
        select 'gap: partition ' || part_id || ' has ' || count(*) || ' offsets from ' || min(off) || ' to ' || max(off)
        from howdah.log_entry
        group by part_id having count(*) <> max(off) + 1 or min(off) <> 0
        """;

    private static final String TORN = """
        select 'torn: unit ' || n.part_id || '/' || n.unit
        from howdah.log_entry n
        join howdah.log_event e on e.id = n.event_id and e.slice = n.event_slice
        group by n.part_id, n.unit
        having min(n.off) <> n.unit or max(n.off) - min(n.off) + 1 <> count(*) or count(distinct e.source) <> 1
        """;

    private static final String SPLIT = """
        select 'split: transaction ' || e.source || ' has several units in a partition'
        from howdah.log_entry n
        join howdah.log_event e on e.id = n.event_id and e.slice = n.event_slice
        group by e.source, n.part_id having count(distinct n.unit) <> 1
        """;

    private static final String DISORDER = """
        select 'disorder: ' || key || ' has ' || n || ' at place ' || place
        from (select e.key, convert_from(e.data, 'UTF8')::bigint as n,
                     row_number() over (partition by e.key order by n.off) as place
              from howdah.log_entry n
              join howdah.log_event e on e.id = n.event_id and e.slice = n.event_slice) numbered
        where n <> place
        """;

    private static final String MISSING = """
        select 'missing: ' || c.key || ' counts ' || c.n || ' and the log has ' || count(e.id)
        from counter c left join howdah.log_event e on e.key = c.key
        group by c.key, c.n having count(e.id) <> c.n
        """;

    private static final String TICKS = """
        select t::text,
               (select array_agg(s::text order by slice desc) from howdah.log_slice s where slice > t.first_slice - 3)
        from howdah.log_tick t order by id desc limit 5
        """;

    private final TestDatabase database;
    private final EventLog log;
    private final Topic topic;
    private final int transactions;
    private final int most;
    private boolean killing;
    private final long seed = System.nanoTime();
    /** Of this history alone, so that one may follow another in the same log. */
    private final String keys = "key-" + seed + "-";

    private final CountDownLatch writersLeft = new CountDownLatch(WRITERS);
    private final ConcurrentLinkedQueue<String> seenWrong = new ConcurrentLinkedQueue<>();

    LogHistory(TestDatabase database, EventLog log, Topic topic, int transactions, int most) {
        this.database = database;
        this.log = log;
        this.topic = topic;
        this.transactions = transactions;
        this.most = most;
    }

    /** Sessions that number are killed all the time. */
    LogHistory killing() {
        killing = true;
        return this;
    }

    /** What is wrong with the log afterwards. */
    List<String> run() throws Exception {
        database.execute(TABLES.replace("KEYS", keys));
        log.create(topic);
        try (var held = database.connect()) {
            held.setAutoCommit(false);
            held.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            held.createStatement().execute("select count(*), pg_current_xact_id() from counter");
            var tasks = new ArrayList<Callable<Boolean>>();
            for (int i = 0; i < WRITERS; i++) {
                var writer = i;
                tasks.add(() -> write(writer));
            }
            tasks.add(this::number);
            tasks.add(this::number);
            tasks.add(this::read);
            tasks.add(this::slice);
            if (killing) {
                tasks.add(this::kill);
            }
            Together.run(tasks);
        }
        // Not from the pool: one of its sessions may have been killed when it had just been given back.
        var store = new SequenceStore(Db.of(database.direct(), SchemaName.DEFAULT));
        SequenceStore.Run last;
        do {
            last = store.sequence(most, true, false);
        } while (last.more() || !last.parts().isEmpty());
        return wrong();
    }

    private SequenceStore sequences() {
        return new SequenceStore(Db.of(database.dataSource(), SchemaName.DEFAULT));
    }

    private List<String> wrong() {
        var wrong = new ArrayList<>(seenWrong);
        for (var check : List.of(LOST, GAPS, TORN, SPLIT, DISORDER, MISSING)) {
            database.query(check).forEach(row -> wrong.add(row.getFirst() + " (seed " + seed + ")"));
        }
        if (!wrong.isEmpty()) {
            database.query(TICKS).forEach(row -> wrong.add("tick: " + row));
        }
        return wrong;
    }

    private boolean write(int writer) throws SQLException {
        var random = new Random(seed + writer);
        try (var connection = database.connect()) {
            connection.createStatement().execute("set deadlock_timeout = '5ms'");
            connection.setAutoCommit(false);
            for (int i = 0; i < transactions; i++) {
                connection.setTransactionIsolation(
                        random.nextInt(4) == 0
                                ? Connection.TRANSACTION_SERIALIZABLE
                                : random.nextInt(3) == 0
                                        ? Connection.TRANSACTION_REPEATABLE_READ
                                        : Connection.TRANSACTION_READ_COMMITTED);
                try {
                    transaction(connection, random, writer + "-" + i);
                } catch (SQLException | DatabaseException refused) {
                    // Serialization failures and deadlocks are part of life.
                    connection.rollback();
                }
            }
        } finally {
            writersLeft.countDown();
        }
        return true;
    }

    private void transaction(Connection connection, Random random, String name) throws SQLException {
        int steps = 1 + random.nextInt(4);
        for (int step = 0; step < steps; step++) {
            if (random.nextInt(4) == 0) {
                var savepoint = connection.setSavepoint();
                append(connection, random, name);
                if (random.nextBoolean()) {
                    connection.rollback(savepoint);
                }
            } else {
                append(connection, random, name);
            }
        }
        switch (random.nextInt(10)) {
            case 0, 1 -> connection.rollback();
            case 2 -> prepare(connection, random, name);
            default -> connection.commit();
        }
    }

    private void append(Connection connection, Random random, String transaction) throws SQLException {
        var key = keys + (1 + random.nextInt(KEYS));
        try (var count = connection.prepareStatement(COUNT)) {
            int events = 1 + random.nextInt(3);
            for (int i = 0; i < events; i++) {
                count.setString(1, key);
                try (var result = count.executeQuery()) {
                    result.next();
                    log.append(
                            connection,
                            topic,
                            NewEvent.of(
                                            "counted",
                                            Long.toString(result.getLong(1)).getBytes(StandardCharsets.UTF_8))
                                    .key(key)
                                    .source(transaction));
                }
            }
        }
    }

    /** In two phases, with the session gone on to other things in between. */
    private void prepare(Connection connection, Random random, String name) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("prepare transaction 'p-" + name + "'");
            connection.commit();
            connection.setAutoCommit(true);
            statement.execute("select pg_sleep(" + random.nextInt(5) / 1_000.0 + ")");
            statement.execute((random.nextBoolean() ? "commit" : "rollback") + " prepared 'p-" + name + "'");
            connection.setAutoCommit(false);
        }
    }

    private boolean number() {
        var store = sequences();
        var parts = database.query("select id from howdah.log_part").stream()
                .mapToLong(row -> Long.parseLong(String.valueOf(row.getFirst())))
                .toArray();
        while (writersLeft.getCount() > 0) {
            try {
                var run =
                        store.sequence(most, false, ThreadLocalRandom.current().nextBoolean(), parts);
                run.numbered().values().forEach(this::requireStored);
            } catch (DatabaseException killed) {
                if (!killing) {
                    throw killed;
                }
            }
        }
        return true;
    }

    /** What is handed over is what others read: whole units, as they are in the log. */
    private void requireStored(List<EventRow> numbered) {
        var first = numbered.getFirst().place();
        var stored = log.read(topic, first.partition(), first.offset(), numbered.size() + 1);
        var asRead = stored.stream().limit(numbered.size());
        if (!asRead.map(event -> describe(event.place(), event.attributes(), event.payload()))
                .toList()
                .equals(numbered.stream()
                        .map(row -> describe(row.place(), row.attributes(), row.payload()))
                        .toList())) {
            seenWrong.add("not what is stored: " + numbered);
        }
        var next = stored.size() > numbered.size() ? stored.getLast().unit() : -1;
        if (first.offset() != first.unit() || numbered.getLast().place().unit() == next) {
            seenWrong.add("part of a unit was handed over: " + numbered);
        }
    }

    private static String describe(LogEvent.Place place, LogEvent.Attributes attributes, Payload payload) {
        return place + " " + attributes + " " + new String(payload.bytes(), StandardCharsets.UTF_8);
    }

    /** Ends sessions that number, wherever they are. */
    private boolean kill() throws InterruptedException {
        while (!writersLeft.await(20, TimeUnit.MILLISECONDS)) {
            database.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()"
                    + " and state = 'active' and query like '%log\\_sequence%' and pid <> pg_backend_pid()");
        }
        return true;
    }

    /** Whoever reads on from where they are must never find a hole, nor a part of a unit. */
    private boolean read() {
        var places = new long[topic.partitions()];
        while (writersLeft.getCount() > 0) {
            for (int partition = 0; partition < places.length; partition++) {
                var events = log.read(topic, partition, places[partition], 10_000);
                for (var event : events) {
                    if (event.offset() != places[partition]) {
                        seenWrong.add("hole: " + event + " was read instead of " + places[partition]);
                    }
                    places[partition] = event.offset() + 1;
                }
                if (!events.isEmpty()
                        && events.getFirst().unit() != events.getFirst().offset()) {
                    seenWrong.add("part of a unit: " + events.getFirst() + " of unit "
                            + events.getFirst().unit());
                }
            }
        }
        return true;
    }

    private boolean slice() throws InterruptedException {
        var store = sequences();
        // So often that one is begun between any two steps of those who number.
        while (!writersLeft.await(10, TimeUnit.MILLISECONDS)) {
            store.roll();
            store.seal();
        }
        return true;
    }
}
