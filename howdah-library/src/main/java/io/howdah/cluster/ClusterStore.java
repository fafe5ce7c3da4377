// SPDX-License-Identifier: Apache-2.0
package io.howdah.cluster;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The statements behind the cluster's public face. */
final class ClusterStore {
    private static final Sql MEMBERS = Sql.of("""
        select id, name, host, pid, version, state, alive, started_at, beat_at, ended_at, wakeups
        from howdah.members
        order by ended_at is not null, started_at desc
        limit :max
        """);

    private static final Sql SERVER = Sql.of("""
        select current_setting('server_version') as version,
               current_setting('server_version_num')::int / 10000 as major,
               current_setting('fsync') as fsync,
               current_setting('full_page_writes') as full_page_writes,
               current_setting('synchronous_commit') as synchronous_commit,
               current_setting('synchronous_standby_names') as synchronous_standby_names,
               current_setting('data_checksums') as data_checksums,
               current_setting('default_transaction_isolation') as isolation,
               pg_is_in_recovery() as standby,
               (select rolsuper from pg_roles where rolname = current_user) as superuser,
               coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
               coalesce(inet_server_addr() << '127.0.0.0/8' or inet_server_addr() = '::1', true) as loopback
        """);

    private static final Sql READS = Sql.of("""
        select pg_is_in_recovery() as standby,
               case
                 when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
                 else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)
               end::float8 as seconds_behind
        """);

    private final Db db;
    private final Db reads;

    ClusterStore(Db db, Db reads) {
        this.db = db;
        this.reads = reads;
    }

    List<Member> members(int max) {
        return db.run(MEMBERS).set("max", max).list(ClusterStore::member);
    }

    ServerFacts server() {
        return db.run(SERVER).one(ClusterStore::server);
    }

    /** Where lists are read, in words. */
    String reads() {
        return reads.run(READS)
                .one(row -> row.bool("standby")
                        ? String.format(Locale.ROOT, "a standby, %.1f s behind", row.real("seconds_behind"))
                        : "the primary");
    }

    private static Member member(Row row) throws SQLException {
        return new Member(
                row.uuid("id"),
                row.string("name"),
                row.string("host"),
                row.number("pid"),
                row.string("version"),
                Member.State.valueOf(row.string("state").toUpperCase(Locale.ROOT)),
                row.bool("alive"),
                row.instant("started_at"),
                row.instant("beat_at"),
                Optional.ofNullable(row.instantOrNull("ended_at")),
                row.string("wakeups"));
    }

    private static ServerFacts server(Row row) throws SQLException {
        return new ServerFacts(
                row.string("version"),
                row.integer("major"),
                isOn(row, "fsync") && isOn(row, "full_page_writes"),
                row.string("synchronous_commit"),
                row.string("synchronous_standby_names"),
                isOn(row, "data_checksums"),
                row.string("isolation"),
                row.bool("standby"),
                row.bool("superuser"),
                row.bool("encrypted") || row.bool("loopback"));
    }

    private static boolean isOn(Row row, String setting) throws SQLException {
        return row.string(setting).equals("on");
    }
}
