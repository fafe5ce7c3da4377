// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.DatabaseException;
import io.howdah.Howdah;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.test.Await;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Writers, groups and readers at a compacted topic while slices end and go, and compaction runs in small steps that are
 * killed now and then; and then everything that must be true.
 *
 * <p>The oracle is a row lock: before a writer appends to a key it counts the key up in the same transaction. The
 * protected group must see every number of every key; all others must see some of those events, and the last of each.
 */
final class CompactionHistory {
    private static final int WRITERS = 4;
    private static final int KEYS = 30;

    private static final String TABLES = """
        drop table if exists counter, effect;
        create table counter (key text primary key, n bigint not null);
        insert into counter select 'k' || k, 0 from generate_series(1, 30) k;
        create table effect (
          seq bigserial primary key, reader text not null, lane text not null, partition int not null,
          off bigint not null, unit bigint not null, key text not null, n bigint not null);
        """;

    private static final String COUNT = "update counter set n = n + 1 where key = ? returning n";

    private static final String NEWEST = """
        select e.key, max(e.type::bigint), count(*), count(distinct (n.part_id, n.off)),
               (select count(*) from howdah.log_entry) as entries, sum(count(*)) over () as joined
        from howdah.log_entry n
        join howdah.log_event e on e.slice = n.event_slice and e.xid = n.xid and e.id = n.event_id
        group by e.key
        """;

    private static final String ORDER = """
        select 'order: ' || reader || ' saw ' || off || ' of partition ' || partition || ' after ' || before
        from (select *, lag(off) over (partition by reader, partition, lane order by seq) as before from effect) e
        where off <= before
        union all
        select 'twice: ' || reader || ' saw ' || off || ' of partition ' || partition
        from effect group by reader, partition, off having count(*) > 1
        """;

    private static final String INCOMPLETE = """
        select 'overtaken: the protected group saw ' || off || ' of partition ' || partition || ' after ' || before
        from (select *, coalesce(lag(off) over (partition by partition order by seq), -1) as before
              from effect where reader = 'careful') e
        where off <> before + 1
        union all
        select 'missing: ' || c.key || ' counts ' || c.n || ', the protected group saw ' || count(distinct e.n)
        from counter c left join effect e on e.key = c.key and e.reader = 'careful'
        group by c.key, c.n having count(distinct e.n) <> c.n
        """;

    private static final String OTHER = """
        select 'other: ' || e.reader || ' saw ' || e.key || ' ' || e.n || ' at ' || e.partition || '/' || e.off
        from effect e
        where not exists (select from effect c where c.reader = 'careful' and c.partition = e.partition
                          and c.off = e.off and c.unit = e.unit and c.key = e.key and c.n = e.n)
        """;

    private static final String NOT_LAST = """
        select 'last: ' || r.reader || ' saw ' || coalesce(max(e.n), 0) || ' of ' || c.key || ', which counts ' || c.n
        from counter c cross join (select distinct reader from effect) r
        left join effect e on e.reader = r.reader and e.key = c.key
        where c.n > 0
        group by r.reader, c.key, c.n having coalesce(max(e.n), 0) <> c.n
        """;

    private static final String NOT_COMPACTED = """
        select 'kept: ' || c.key || ' counts ' || c.n || ', the log has ' || coalesce(string_agg(v.type, ','), 'none')
        from counter c left join howdah.log_events v on v.key = c.key
        where c.n > 0
        group by c.key, c.n having count(v.type) <> 1 or max(v.type::bigint) <> c.n
        union all
        select 'moved: ' || v.key || ' is at ' || v.partition || '/' || v."offset"
        from howdah.log_events v
        where not exists (select from effect c where c.reader = 'careful' and c.partition = v.partition
                          and c.off = v."offset" and c.key = v.key and c.n = v.type::bigint)
        union all
        select 'counted: ' || kept || ' kept, ' || removed || ' removed, of ' || (select sum(n) from counter)
        from (select sum(kept) as kept, sum(removed) as removed from howdah.log_compaction) c
        where kept <> (select count(*) from howdah.log_entry)
           or kept <> (select count(*) from howdah.log_event) or kept <> (select count(*) from howdah.log_kept)
           or kept + removed <> (select sum(n) from counter)
        """;

    private final TestDatabase database;
    private final Howdah howdah;
    private final EventLog log;
    private final Topic topic;
    private final int transactions;
    private final long seed = System.nanoTime();
    private final CountDownLatch writersLeft = new CountDownLatch(WRITERS);
    private final ConcurrentLinkedQueue<String> seenWrong = new ConcurrentLinkedQueue<>();

    CompactionHistory(TestDatabase database, Howdah howdah, Topic topic, int transactions) {
        this.database = database;
        this.howdah = howdah;
        this.log = howdah.log();
        this.topic = topic;
        this.transactions = transactions;
    }

    /** What is wrong afterwards. */
    List<String> run() {
        database.execute(TABLES);
        log.create(topic);
        var options = GroupOptions.standard().startAt(StartAt.earliest());
        log.handle(topic, "careful", options.protectedFromRetention(), batch -> note(batch, 0));
        log.handle(topic, "slow", options.batch(5), batch -> note(batch, 0.005));
        log.handle(topic, "lanes", options.batch(20).lanes(3), batch -> note(batch, 0.001));
        howdah.start();
        var tasks = new ArrayList<Callable<Boolean>>();
        for (int i = 0; i < WRITERS; i++) {
            var writer = i;
            tasks.add(() -> write(writer));
        }
        tasks.add(this::slice);
        tasks.add(() -> compact(1));
        tasks.add(() -> compact(2));
        tasks.add(this::kill);
        tasks.add(this::look);
        Together.run(tasks);
        Await.within(Duration.ofSeconds(90)).until("all groups are at the end", this::isAtEnd);
        finish();
        var wrong = new ArrayList<>(seenWrong);
        for (var check : List.of(ORDER, INCOMPLETE, OTHER, NOT_LAST, NOT_COMPACTED)) {
            database.query(check).forEach(row -> wrong.add(row.getFirst() + " (seed " + seed + ")"));
        }
        return wrong;
    }

    /** Lanes share a batch's partition, so that only their order by key is one. */
    private void note(EventBatch batch, double seconds) throws SQLException {
        try (var insert = batch.connection()
                .prepareStatement("insert into effect (reader, lane, partition, off, unit, key, n)"
                        + " select ?, ?, ?, ?, ?, ?, ? from (select pg_sleep(?)) slept")) {
            for (var unit : batch.units()) {
                for (var event : unit) {
                    insert.setString(1, batch.group());
                    insert.setString(2, batch.group().equals("lanes") ? key(event) : "");
                    insert.setInt(3, batch.partition());
                    insert.setLong(4, event.offset());
                    insert.setLong(5, event.unit());
                    insert.setString(6, key(event));
                    insert.setLong(7, Long.parseLong(event.type()));
                    insert.setDouble(8, seconds);
                    insert.execute();
                }
            }
        }
    }

    private static String key(LogEvent event) {
        return event.key().orElseThrow();
    }

    private boolean write(int writer) throws SQLException {
        var random = new Random(seed + writer);
        try (var connection = database.connect()) {
            connection.createStatement().execute("set deadlock_timeout = '5ms'");
            connection.setAutoCommit(false);
            for (int i = 0; i < transactions; i++) {
                try {
                    for (int step = random.nextInt(3); step >= 0; step--) {
                        append(connection, random);
                    }
                    if (random.nextInt(8) == 0) {
                        connection.rollback();
                    } else {
                        connection.commit();
                    }
                } catch (SQLException | DatabaseException refused) {
                    // Deadlocks, and slices that have just ended.
                    connection.rollback();
                }
            }
        } finally {
            writersLeft.countDown();
        }
        return true;
    }

    private void append(Connection connection, Random random) throws SQLException {
        // Some keys are written often, some hardly ever.
        var key = "k" + (1 + random.nextInt(1 + random.nextInt(KEYS)));
        try (var count = connection.prepareStatement(COUNT)) {
            count.setString(1, key);
            try (var result = count.executeQuery()) {
                result.next();
                var number = Long.toString(result.getLong(1));
                log.append(
                        connection,
                        topic,
                        random.nextInt(6) == 0
                                ? NewEvent.tombstone(number, key)
                                : NewEvent.of(number, number.getBytes(UTF_8)).key(key));
            }
        }
    }

    private SequenceStore sequences() {
        return new SequenceStore(Db.of(database.direct(), SchemaName.DEFAULT));
    }

    private boolean slice() throws InterruptedException {
        var store = sequences();
        while (!writersLeft.await(30, TimeUnit.MILLISECONDS)) {
            store.roll();
            store.seal();
            store.trim();
        }
        return true;
    }

    private boolean compact(int nth) {
        var random = new Random(seed - nth);
        var store = sequences();
        while (writersLeft.getCount() > 0) {
            try {
                store.compact(1 + random.nextInt(20));
            } catch (DatabaseException killed) {
                if (!killed.getMessage().contains("terminat")) {
                    seenWrong.add("compaction failed: " + killed);
                }
            }
        }
        return true;
    }

    /** Ends sessions that compact, wherever they are. */
    private boolean kill() throws InterruptedException {
        while (!writersLeft.await(20, TimeUnit.MILLISECONDS)) {
            database.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()"
                    + " and state = 'active' and query like '%log\\_compact(%' and pid <> pg_backend_pid()");
        }
        return true;
    }

    /** At no moment is the newest event of a key that was there not there, nor any event at two places. */
    private boolean look() {
        var newest = new HashMap<Object, Long>();
        while (writersLeft.getCount() > 0) {
            for (var row : database.query(NEWEST)) {
                var now = (Long) row.get(1);
                if (newest.merge(row.getFirst(), now, Math::max) > now) {
                    seenWrong.add("gone: " + newest + " and then " + row);
                }
                if (!row.get(2).equals(row.get(3))
                        || !row.get(4).toString().equals(row.get(5).toString())) {
                    seenWrong.add("twice, or without its event: " + row);
                }
            }
        }
        return true;
    }

    private boolean isAtEnd() {
        return log.partitions(topic).stream().mapToLong(PartitionInfo::next).sum()
                        == database.one("select sum(n) from counter", BigDecimal.class)
                                .longValueExact()
                && List.of("careful", "slow", "lanes").stream()
                        .flatMap(group -> log.group(topic, group).lag().stream())
                        .allMatch(lag -> lag.events() == 0 && lag.parked() == 0);
    }

    private void finish() {
        var store = sequences();
        Await.until("everything is compacted", () -> {
            store.roll();
            store.seal();
            store.trim();
            store.compact(1_000);
            return log.compaction(topic).stream().allMatch(state -> state.next() == state.end());
        });
    }
}
