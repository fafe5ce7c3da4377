// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.web.ReadStore;
import io.howdah.web.queue.QueueRow;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The statements behind what is seen of the database itself. */
public final class DatabaseReadStore {
    private static final int MOST_TRANSACTIONS = 5;

    /**
     * The oldest first: what it sees cannot be cleaned up. Sessions of other roles show their age only to members of
     * pg_monitor.
     */
    private static final Sql TRANSACTIONS = Sql.of("""
        select 'session ' || pid as holder, coalesce(usename::text, '') as role,
               coalesce(application_name, '') as application, coalesce(host(client_addr), 'local') as address,
               coalesce(state, '') as state, xact_start as since, left(coalesce(query, ''), 300) as query
        from pg_stat_activity
        where xact_start is not null
          and pid <> pg_backend_pid()
          and datname = current_database()
          and backend_type = 'client backend'
        union all
        select 'prepared ' || gid, owner::text, '', '', 'prepared', prepared, ''
        from pg_prepared_xacts
        where database = current_database()
        order by since
        limit :most
        """);

    private static final Sql SIZE = Sql.of("""
        select (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
               current_setting('max_connections')::int as max_connections,
               pg_database_size(current_database()) as bytes
        """);

    /** How many were ever inserted, as the server counts by itself: nothing is read for it. */
    private static final Sql TOTALS = Sql.of("""
        select coalesce(sum(n_tup_ins) filter (where relname like 'work\\_body%'), 0)::bigint as added,
               coalesce(sum(n_tup_ins) filter (where relname like 'work\\_outcome%'), 0)::bigint as ended,
               coalesce(sum(n_dead_tup) filter (
                 where relname in ('work_ready', 'work_lease', 'work_deferred')), 0)::bigint as dead_rows
        from pg_stat_user_tables
        where schemaname = :schema
        """);

    /** What of notifications and approvals waits for a person to look at. */
    private static final Sql UNDELIVERED = Sql.of("""
        select (select count(*) from (
                  select from howdah.notification_route route where route.state = 'dead' limit :cap) capped) as dead,
               (select count(*) from (
                  select from howdah.notification_malformed one where one.settled_at is null limit :cap) capped)
                 as malformed,
               (select count(*) from howdah.notification_endpoint endpoint where endpoint.disabled_at is not null)
                 as disabled,
               (select count(*) from (
                  select from howdah.approval request where request.stuck_on is not null limit :cap) capped) as stuck
        """);

    private final ReadStore reads;

    public DatabaseReadStore(ReadStore reads) {
        this.reads = reads;
    }

    public List<OpenTransaction> transactions() {
        return reads.look(
                db -> db.run(TRANSACTIONS).set("most", MOST_TRANSACTIONS).list(DatabaseReadStore::transaction));
    }

    Size size() {
        return reads.look(db -> db.run(SIZE)
                .one(row -> new Size(row.integer("connections"), row.integer("max_connections"), row.number("bytes"))));
    }

    Undelivered undelivered() {
        return reads.look(db -> db.run(UNDELIVERED)
                .set("cap", QueueRow.Depth.CAP)
                .one(row -> new Undelivered(
                        row.integer("dead"), row.integer("malformed"), row.integer("disabled"), row.integer("stuck"))));
    }

    Totals totals() {
        return reads.look(db -> db.run(TOTALS)
                .set("schema", db.schema().value())
                .one(row -> new Totals(row.number("added"), row.number("ended"), row.number("dead_rows"))));
    }

    private static OpenTransaction transaction(Row row) throws SQLException {
        return new OpenTransaction(
                row.string("holder"),
                row.string("role"),
                row.string("application"),
                row.string("address"),
                row.string("state"),
                Optional.ofNullable(row.instantOrNull("since")),
                row.string("query"));
    }

    /** Connections that are open, and how many may be. */
    public record Size(int connections, int maxConnections, long bytes) {}

    /**
     * What was not delivered; counts are capped.
     *
     * @param dead deliveries that are not tried any more
     * @param malformed notifications that could not be read
     * @param disabled endpoints that nothing is sent to
     * @param stuck approvals of which what should follow cannot be done
     */
    public record Undelivered(int dead, int malformed, int disabled, int stuck) {}

    /**
     * Since the server's statistics were last reset.
     *
     * @param added jobs
     * @param ended attempts
     * @param deadRows what autovacuum has to clean up in the tables that work passes through
     */
    public record Totals(long added, long ended, long deadRows) {}
}
