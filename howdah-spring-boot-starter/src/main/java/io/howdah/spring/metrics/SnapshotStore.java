// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import static io.howdah.spring.metrics.HowdahMeter.APPROVALS_PENDING;
import static io.howdah.spring.metrics.HowdahMeter.CONNECTIONS;
import static io.howdah.spring.metrics.HowdahMeter.CONNECTIONS_MOST;
import static io.howdah.spring.metrics.HowdahMeter.DEAD;
import static io.howdah.spring.metrics.HowdahMeter.DEAD_ROWS;
import static io.howdah.spring.metrics.HowdahMeter.ENDPOINTS_DISABLED;
import static io.howdah.spring.metrics.HowdahMeter.ENDPOINTS_FAILING;
import static io.howdah.spring.metrics.HowdahMeter.LOG_COMPACTION_HELD;
import static io.howdah.spring.metrics.HowdahMeter.LOG_LAG;
import static io.howdah.spring.metrics.HowdahMeter.LOG_LAG_EVENTS;
import static io.howdah.spring.metrics.HowdahMeter.LOG_PARKED;
import static io.howdah.spring.metrics.HowdahMeter.LOG_STOPPED;
import static io.howdah.spring.metrics.HowdahMeter.LOG_UNCOMPACTED;
import static io.howdah.spring.metrics.HowdahMeter.MEMBERS;
import static io.howdah.spring.metrics.HowdahMeter.OLDEST_TRANSACTION;
import static io.howdah.spring.metrics.HowdahMeter.QUEUE_BLOCKED;
import static io.howdah.spring.metrics.HowdahMeter.QUEUE_DEFERRED;
import static io.howdah.spring.metrics.HowdahMeter.QUEUE_OLDEST;
import static io.howdah.spring.metrics.HowdahMeter.QUEUE_PAUSED;
import static io.howdah.spring.metrics.HowdahMeter.QUEUE_READY;
import static io.howdah.spring.metrics.HowdahMeter.QUEUE_RUNNING;
import static io.howdah.spring.metrics.HowdahMeter.VACUUM_AGE;
import static io.howdah.spring.metrics.HowdahMeter.XID_AGE;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.SQLException;
import java.util.function.Consumer;

/**
 * The statements behind the figures of all processes. Each is bounded: counts stop at a cap, lists at a number, and the
 * server gives a statement up after two seconds.
 */
final class SnapshotStore {
    /** One more than anybody wants to tell apart. */
    private static final int CAP = 10_001;

    /**
     * Tables that work passes through look nearly empty to the planner, and a scan would walk over all their dead rows:
     * so indexes only. Set for the transaction, which a pooler does not tear apart.
     */
    private static final Sql CAREFULLY = Sql.of("""
        select set_config('statement_timeout', '2000', true), set_config('enable_seqscan', 'off', true),
               set_config('enable_bitmapscan', 'off', true), set_config('enable_hashjoin', 'off', true),
               set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true)
        """);

    private static final Sql QUEUES = Sql.of("""
        with running as materialized (
          select queue_id, count(*) as count
          from (select queue_id from howdah.work_lease limit 100000) lease
          group by queue_id
        ), deferred as materialized (
          select queue_id, count(*) as count
          from (select queue_id from howdah.work_deferred limit 100000) deferred
          group by queue_id
        )
        select queue.name, queue.paused_at is not null as paused,
               queue.name like '%.dead'
                 or exists (select from howdah.queue origin where origin.dead_letter_id = queue.id) as letters,
               line.ready, line.blocked,
               least(coalesce((select count from running where running.queue_id = queue.id), 0), :cap) as running,
               least(coalesce((select count from deferred where deferred.queue_id = queue.id), 0), :cap) as deferred,
               coalesce(greatest(extract(epoch from (select howdah.now()) - line.oldest), 0), 0)::float8 as oldest
        from howdah.queue queue
        cross join lateral howdah.queue_line(queue.id, :cap) line
        order by queue.name
        limit 500
        """);

    private static final Sql GROUPS = Sql.of("""
        select topic.name as topic, g.name as reader,
               sum(greatest(place.end_off - place.next_off, 0))::bigint as events,
               max(coalesce(greatest(extract(epoch from (select howdah.now()) - (
                 select entry.at
                 from howdah.log_entry entry
                 where entry.part_id = place.part_id and entry.off >= place.next_off
                 order by entry.off
                 limit 1)), 0), 0))::float8 as seconds,
               count(*) filter (where place.stopped is not null) as stopped,
               (select count(*) from (
                  select from howdah.log_parked parked where parked.group_id = g.id limit :cap) capped) as parked
        from (
          select lease.group_id, lease.part_id, lease.stopped,
                 howdah.log_position_of(lease.group_id, lease.part_id) as next_off,
                 howdah.log_next(lease.part_id, howdah.log_slice()) as end_off
          from howdah.log_lease lease
          limit 2000
          offset 0) place
        join howdah.log_group g on g.id = place.group_id
        join howdah.log_topic topic on topic.id = g.topic_id
        group by topic.name, g.name, g.id
        """);

    private static final Sql COMPACTIONS = Sql.of("""
        select topic.name as topic, sum(greatest(place.end_off - place.next_off, 0))::bigint as events,
               count(*) filter (where place.held_off <= place.next_off and place.next_off < place.end_off) as held
        from (
          select compaction.part_id, compaction.next_off, howdah.log_held(compaction.part_id) as held_off,
                 howdah.log_next(compaction.part_id, howdah.log_slice()) as end_off
          from howdah.log_compaction compaction
          limit 2000
          offset 0) place
        join howdah.log_part part on part.id = place.part_id
        join howdah.log_topic topic on topic.id = part.topic_id
        group by topic.name
        """);

    /**
     * The latest hundred thousand that failed are looked at. Messages and deliveries that died are counted elsewhere.
     */
    private static final Sql DEAD_JOBS = Sql.of("""
        select count(*) as dead
        from (
          select
          from (
            select o.id, o.state, o.kind_id, o.queue_id
            from howdah.work_outcome o
            where o.state in ('dead', 'discarded', 'cancelled')
            order by o.at desc, o.id desc
            limit 100000) failed
          join howdah.kind kind on kind.id = failed.kind_id
          join howdah.queue queue on queue.id = failed.queue_id
          where failed.state = 'dead'
            and kind.name <> 'message'
            and queue.name not like 'notification/%'
            and not exists (select from howdah.job_settled settled where settled.id = failed.id)
          limit :cap) capped
        """);

    private static final Sql NOTIFICATIONS = Sql.of("""
        select (select count(*) from (
                  select from howdah.notification_route route where route.state = 'dead' limit :cap) capped) as dead,
               (select count(*) from (
                  select from howdah.notification_malformed one where one.settled_at is null limit :cap) capped)
                 as malformed,
               count(*) filter (where endpoint.disabled_at is not null) as disabled,
               count(*) filter (where endpoint.disabled_at is null and endpoint.failing_since is not null) as failing
        from howdah.notification_endpoint endpoint
        """);

    private static final Sql APPROVALS = Sql.of("""
        select count(*) as pending
        from (select from howdah.approval approval where approval.state = 'pending' limit :cap) capped
        """);

    /** Sessions of other roles show their age only to members of pg_monitor. */
    private static final Sql DATABASE = Sql.of("""
        select (select count(*) from howdah.members where alive) as members,
               coalesce(greatest(extract(epoch from clock_timestamp() - least(
                 (select min(xact_start) from pg_stat_activity
                  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()),
                 (select min(prepared) from pg_prepared_xacts where database = current_database()))), 0), 0)::float8
                 as oldest_transaction,
               (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
               current_setting('max_connections')::int as max_connections,
               (select age(datfrozenxid) from pg_database where datname = current_database()) as xid_age
        """);

    /** What the server counts by itself of the tables that are written all the time: nothing is read for it. */
    private static final Sql TABLES = Sql.of("""
        select relname::text as name, n_dead_tup as dead_rows,
               extract(epoch from clock_timestamp() - greatest(last_vacuum, last_autovacuum))::float8 as vacuum_age,
               greatest(last_vacuum, last_autovacuum) is not null as vacuumed
        from pg_stat_user_tables
        where schemaname = :schema
          and relname in ('work_ready', 'work_lease', 'work_deferred', 'work_blocked', 'work_inbox', 'work_place',
                          'log_lease', 'log_position', 'log_tick', 'lock_lease', 'lock_session', 'member',
                          'limit_state_kept', 'notification_route', 'schedule_due')
        order by relname
        """);

    private final Db db;

    SnapshotStore(Db db) {
        this.db = db;
    }

    void queues(Figures figures) {
        look(transaction -> {
            figures.add(DEAD, 0, "messages");
            transaction.run(QUEUES).set("cap", CAP).list(row -> queue(row, figures));
        });
    }

    private static boolean queue(Row row, Figures figures) throws SQLException {
        var name = row.string("name");
        figures.add(QUEUE_READY, row.real("ready"), name);
        figures.add(QUEUE_RUNNING, row.real("running"), name);
        figures.add(QUEUE_DEFERRED, row.real("deferred"), name);
        figures.add(QUEUE_BLOCKED, row.real("blocked"), name);
        figures.add(QUEUE_PAUSED, row.bool("paused") ? 1 : 0, name);
        if (row.bool("letters")) {
            figures.add(DEAD, row.real("ready"), "messages");
        } else {
            figures.add(QUEUE_OLDEST, row.real("oldest"), name);
        }
        return true;
    }

    void groups(Figures figures) {
        look(transaction -> transaction.run(GROUPS).set("cap", CAP).list(row -> {
            var topic = row.string("topic");
            var group = row.string("reader");
            figures.add(LOG_LAG_EVENTS, row.real("events"), topic, group);
            figures.add(LOG_LAG, row.real("seconds"), topic, group);
            figures.add(LOG_PARKED, row.real("parked"), topic, group);
            figures.add(LOG_STOPPED, row.real("stopped"), topic, group);
            return true;
        }));
    }

    void compactions(Figures figures) {
        look(transaction -> transaction.run(COMPACTIONS).list(row -> {
            var topic = row.string("topic");
            figures.add(LOG_UNCOMPACTED, row.real("events"), topic);
            figures.add(LOG_COMPACTION_HELD, row.real("held"), topic);
            return true;
        }));
    }

    void deadJobs(Figures figures) {
        look(transaction ->
                figures.add(DEAD, transaction.run(DEAD_JOBS).set("cap", CAP).one(row -> row.real("dead")), "jobs"));
    }

    void notifications(Figures figures) {
        look(transaction -> transaction.run(NOTIFICATIONS).set("cap", CAP).one(row -> {
            figures.add(DEAD, row.real("dead"), "deliveries");
            figures.add(DEAD, row.real("malformed"), "malformed");
            figures.add(ENDPOINTS_DISABLED, row.real("disabled"));
            figures.add(ENDPOINTS_FAILING, row.real("failing"));
            return true;
        }));
    }

    void approvals(Figures figures) {
        look(transaction -> figures.add(
                APPROVALS_PENDING, transaction.run(APPROVALS).set("cap", CAP).one(row -> row.real("pending"))));
    }

    void database(Figures figures) {
        look(transaction -> {
            transaction.run(DATABASE).one(row -> {
                figures.add(MEMBERS, row.real("members"));
                figures.add(OLDEST_TRANSACTION, row.real("oldest_transaction"));
                figures.add(CONNECTIONS, row.real("connections"));
                figures.add(CONNECTIONS_MOST, row.real("max_connections"));
                figures.add(XID_AGE, row.real("xid_age"));
                return true;
            });
            transaction.run(TABLES).set("schema", transaction.schema().value()).list(row -> {
                figures.add(DEAD_ROWS, row.real("dead_rows"), row.string("name"));
                if (row.bool("vacuumed")) {
                    figures.add(VACUUM_AGE, row.real("vacuum_age"), row.string("name"));
                }
                return true;
            });
        });
    }

    private void look(Consumer<Db> work) {
        db.tx(transaction -> {
            transaction.run(CAREFULLY).execute();
            work.accept(transaction);
            return true;
        });
    }
}
