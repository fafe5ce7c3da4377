// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The statements behind session locks, transaction locks, and looking at locks. */
final class LockStore {
    private static final Sql BATCH = Sql.of("select howdah.lock_batch(:keys::bigint[], :actions::int[]) as answers");

    private static final Sql WAIT = Sql.of("select howdah.lock_wait(:key, :shared, :patience) as token");

    private static final Sql UNLOCK_ALL = Sql.of("select pg_advisory_unlock_all()");

    /**
     * A session that holds locks must not be ended for being idle, and one whose process is gone must be noticed: while
     * it is idle by TCP's keepalive, while it waits by looking at the socket. Tokens need not wait for the disk: the
     * function that draws them knows how to go on after a crash.
     */
    private static final Sql OPEN = Sql.of("""
        select pg_backend_pid() as backend, pg_is_in_recovery() as standby, howdah.lock_server() as server,
               current_setting('max_locks_per_transaction')::bigint
                 * (current_setting('max_connections')::bigint
                    + current_setting('max_prepared_transactions')::bigint) as capacity,
               set_config('statement_timeout', '0', false), set_config('idle_session_timeout', '0', false),
               set_config('lock_timeout', '0', false), set_config('client_connection_check_interval', '1s', false),
               set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
               set_config('tcp_keepalives_count', '3', false), set_config('synchronous_commit', 'off', false)
        """);

    private static final Sql BEGIN = Sql.of("select howdah.lock_token()");

    private static final Sql GATE = Sql.of("select howdah.lock_gate(:namespace, :name, :server)");

    private static final Sql REFUSE = Sql.of("select howdah.lock_refuse(:namespace, :name, :why)");

    private static final Sql TRY_IN_TRANSACTION =
            Sql.of("select howdah.try_lock_in_transaction(:namespace, :name) as token");

    private static final Sql IN_TRANSACTION =
            Sql.of("select howdah.lock_in_transaction(:namespace, :name, :patience) as token");

    private static final Sql HOLDERS = Sql.of("""
        select h.namespace, h.name, h.kind, h.shared, h.member, h.host, h.pid, h.backend, h.since, h.token,
               h.expires_at,
               h.waiters, h.doing,
               case when h.backend is null then '{}'::text[]
                    else howdah.lock_also_held(h.backend, h.key) end as also_held
        from howdah.lock_holders h
        where h.name is not null
          and (:namespace::text is null or (h.namespace = :namespace and h.name = :name))
        order by h.since
        limit :most
        """);

    private static final Sql FORCE = Sql.of("""
        select kind, token, holder, backend, also_lost
        from howdah.force_release(:namespace, :name, :actor, :reason)
        """);

    private final Db db;

    LockStore(Db db) {
        this.db = db;
    }

    LockStore on(Connection transaction) {
        return new LockStore(db.on(transaction));
    }

    /** What a session says of itself when it is opened. */
    record Opened(int backend, boolean standby, String server, long capacity) {}

    Opened open() {
        // In a transaction of its own, which does wait for the disk: after a crash this begins a new epoch of tokens.
        db.run(BEGIN).execute();
        return db.run(OPEN)
                .one(row -> new Opened(
                        row.integer("backend"), row.bool("standby"), row.string("server"), row.number("capacity")));
    }

    /** The token of what was granted, then an answer for each. */
    List<Long> batch(long[] keys, int[] actions) {
        return db.run(BATCH).set("keys", keys).set("actions", actions).one(row -> row.numbers("answers"));
    }

    long await(long key, LockMode mode, Duration patience) {
        return db.run(WAIT)
                .set("key", key)
                .set("shared", mode == LockMode.SHARED)
                .set("patience", patience)
                .one(row -> row.number("token"));
    }

    void unlockAll() {
        db.run(UNLOCK_ALL).execute();
    }

    void gate(LockName name, String server) {
        db.run(GATE)
                .set("namespace", name.namespace())
                .set("name", name.name())
                .set("server", server)
                .execute();
    }

    void refuse(LockName name, String why) {
        db.run(REFUSE)
                .set("namespace", name.namespace())
                .set("name", name.name())
                .set("why", why)
                .execute();
    }

    OptionalLong tryInTransaction(LockName name) {
        return db.run(TRY_IN_TRANSACTION)
                .set("namespace", name.namespace())
                .set("name", name.name())
                .one(LockStore::token);
    }

    OptionalLong inTransaction(LockName name, Duration patience) {
        return db.run(IN_TRANSACTION)
                .set("namespace", name.namespace())
                .set("name", name.name())
                .set("patience", patience)
                .one(LockStore::token);
    }

    private static OptionalLong token(Row row) throws SQLException {
        var token = row.numberOrNull("token");
        return token == null ? OptionalLong.empty() : OptionalLong.of(token);
    }

    List<LockHolder> holders(Optional<LockName> name, int most) {
        return db.run(HOLDERS)
                .set("namespace", name.map(LockName::namespace).orElse(null))
                .set("name", name.map(LockName::name).orElse(null))
                .set("most", most)
                .list(LockStore::holder);
    }

    private static LockHolder holder(Row row) throws SQLException {
        return new LockHolder(
                new LockName(row.string("namespace"), row.string("name")),
                LockHolder.Kind.of(row.string("kind")),
                row.bool("shared") ? LockMode.SHARED : LockMode.EXCLUSIVE,
                Optional.ofNullable(row.stringOrNull("member")),
                Optional.ofNullable(row.stringOrNull("host")),
                Optional.ofNullable(row.numberOrNull("pid")),
                Optional.ofNullable(row.numberOrNull("backend")),
                row.instant("since"),
                row.number("token"),
                Optional.ofNullable(row.instantOrNull("expires_at")),
                row.number("waiters"),
                Optional.ofNullable(row.stringOrNull("doing")),
                row.strings("also_held"));
    }

    List<ForcedRelease> force(LockName name, String actor, String reason) {
        return db.run(FORCE)
                .set("namespace", name.namespace())
                .set("name", name.name())
                .set("actor", actor)
                .set("reason", reason)
                .list(row -> new ForcedRelease(
                        LockHolder.Kind.of(row.string("kind")),
                        Optional.ofNullable(row.numberOrNull("token")),
                        Optional.ofNullable(row.stringOrNull("holder")),
                        Optional.ofNullable(row.numberOrNull("backend")),
                        row.strings("also_lost")));
    }
}
