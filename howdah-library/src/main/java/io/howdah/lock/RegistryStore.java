// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The statements that give held locks their names. */
final class RegistryStore {
    private static final Sql NOTE = Sql.of("""
        insert into howdah.lock_session (key, backend, namespace, name, shared, token, member, since)
        select u.key, u.backend, u.namespace, u.name, u.shared, u.token, :member::uuid,
               clock_timestamp() - u.age * interval '1 millisecond'
        from unnest(:keys::bigint[], :backends::int[], :namespaces::text[], :names::text[], :shared::boolean[],
                    :tokens::bigint[], :ages::bigint[]) as u(key, backend, namespace, name, shared, token, age)
        on conflict (key, backend) do update
          set namespace = excluded.namespace,
              name = excluded.name,
              shared = excluded.shared,
              token = excluded.token,
              member = excluded.member,
              since = excluded.since
        """);

    private static final Sql STRIKE = Sql.of("""
        delete from howdah.lock_session s
        using unnest(:keys::bigint[], :backends::int[]) as u(key, backend)
        where s.key = u.key
          and s.backend = u.backend
        """);

    private static final Sql WANTED = Sql.of("""
        select distinct a.key
        from howdah.lock_advisory() a
        where not a.granted
          and a.key = any(:keys::bigint[])
        """);

    private static final Sql BEGIN = Sql.of("""
        select howdah.lock_new_epoch()
        where not exists (select from howdah.lock_epoch)
        """);

    private static final Sql PROCESSES = Sql.of("select count(*) as alive from howdah.members where alive");

    private static final Sql TIDY = Sql.of("select howdah.lock_tidy(:keepAudit)");

    private final Db db;

    RegistryStore(Db db) {
        this.db = db;
    }

    void note(Collection<LockRegistry.Entry> entries, @Nullable UUID member) {
        var list = List.copyOf(entries);
        db.run(NOTE)
                .set("member", member)
                .set("keys", list.stream().mapToLong(LockRegistry.Entry::key).toArray())
                .set(
                        "backends",
                        list.stream().mapToInt(LockRegistry.Entry::backend).toArray())
                .set(
                        "namespaces",
                        list.stream().map(entry -> entry.name().namespace()).toArray(String[]::new))
                .set("names", list.stream().map(entry -> entry.name().name()).toArray(String[]::new))
                .set(
                        "shared",
                        list.stream()
                                .map(entry -> entry.mode() == LockMode.SHARED ? "t" : "f")
                                .toArray(String[]::new))
                .set(
                        "tokens",
                        list.stream().mapToLong(LockRegistry.Entry::token).toArray())
                .set(
                        "ages",
                        list.stream().mapToLong(entry -> entry.age().toMillis()).toArray())
                .update();
    }

    void strike(Collection<LockRegistry.Entry> entries) {
        db.run(STRIKE)
                .set("keys", entries.stream().mapToLong(LockRegistry.Entry::key).toArray())
                .set(
                        "backends",
                        entries.stream().mapToInt(LockRegistry.Entry::backend).toArray())
                .update();
    }

    List<Long> wanted(long[] keys) {
        return db.run(WANTED).set("keys", keys).list(row -> row.number("key"));
    }

    /** After a crash of the server, so that no transaction of somebody's own has to. */
    void begin() {
        db.run(BEGIN).execute();
    }

    int processes() {
        return db.run(PROCESSES).one(row -> row.integer("alive"));
    }

    void tidy(Duration keepAudit) {
        db.run(TIDY).set("keepAudit", keepAudit).execute();
    }
}
