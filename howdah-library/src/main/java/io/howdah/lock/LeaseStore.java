// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.sql.Connection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The statements behind leases. */
final class LeaseStore {
    private static final Sql ACQUIRE = Sql.of("""
        select token, free_in
        from howdah.acquire_lease(:namespace, :name, :owner, :ttl::interval, :permits, :delay::interval,
                                  :minHold::interval, :member::uuid)
        """);

    private static final Sql RENEW_ALL = Sql.of("""
        select howdah.lock_renew(:namespaces::text[], :names::text[], :tokens::bigint[], :ttls::interval[]) as renewed
        """);

    private static final Sql RENEW = Sql.of("select howdah.renew_lease(:namespace, :name, :token, :ttl::interval)");

    private static final Sql RELEASE = Sql.of("select howdah.release_lease(:namespace, :name, :token) as wanted");

    private static final Sql FENCE = Sql.of("select howdah.fence_lease(:namespace, :name, :token)");

    private static final Sql WAIT = Sql.of("""
        insert into howdah.lock_waiter as w (namespace, name, member, since, until)
        values (:namespace, :name, :member, clock_timestamp(), clock_timestamp() + :patience::interval)
        on conflict (namespace, name, member) do update
          set until = excluded.until
        """);

    private static final Sql WAIT_NO_MORE = Sql.of("""
        delete from howdah.lock_waiter
        where namespace = :namespace
          and name = :name
          and member = :member
        """);

    private final Db db;

    LeaseStore(Db db) {
        this.db = db;
    }

    LeaseStore on(Connection transaction) {
        return new LeaseStore(db.on(transaction));
    }

    /** Granted with a token, or busy, and for how long at most. */
    record Answer(@Nullable Long token, Optional<Duration> freeIn) {}

    Answer acquire(LockName name, LeaseOptions options, String owner, @Nullable UUID member) {
        return db.run(ACQUIRE)
                .set("namespace", name.namespace())
                .set("name", name.name())
                .set("owner", owner)
                .set("ttl", options.ttl())
                .set("permits", options.permits())
                .set("delay", options.lockDelay())
                .set("minHold", options.minHold())
                .set("member", member)
                .one(row -> new Answer(row.numberOrNull("token"), Optional.ofNullable(row.durationOrNull("free_in"))));
    }

    /** The tokens of those that are still held. */
    Set<Long> renewAll(Collection<LeaseHolding> leases) {
        var list = List.copyOf(leases);
        return Set.copyOf(db.run(RENEW_ALL)
                .set(
                        "namespaces",
                        list.stream().map(lease -> lease.name().namespace()).toArray(String[]::new))
                .set("names", list.stream().map(lease -> lease.name().name()).toArray(String[]::new))
                .set("tokens", list.stream().mapToLong(LeaseHolding::token).toArray())
                .set("ttls", list.stream().map(lease -> lease.ttl().toString()).toArray(String[]::new))
                .one(row -> row.numbers("renewed")));
    }

    void renew(LockName name, long token, Duration ttl) {
        db.run(RENEW)
                .set("namespace", name.namespace())
                .set("name", name.name())
                .set("token", token)
                .set("ttl", ttl)
                .execute();
    }

    /** Whether anybody waits for it. */
    boolean release(LockName name, long token) {
        return db.run(RELEASE)
                .set("namespace", name.namespace())
                .set("name", name.name())
                .set("token", token)
                .one(row -> row.bool("wanted"));
    }

    void fence(LockName name, long token) {
        db.run(FENCE)
                .set("namespace", name.namespace())
                .set("name", name.name())
                .set("token", token)
                .execute();
    }

    void await(LockName name, UUID member, Duration patience) {
        db.run(WAIT)
                .set("namespace", name.namespace())
                .set("name", name.name())
                .set("member", member)
                .set("patience", patience)
                .update();
    }

    void awaitNoMore(LockName name, UUID member) {
        db.run(WAIT_NO_MORE)
                .set("namespace", name.namespace())
                .set("name", name.name())
                .set("member", member)
                .update();
    }
}
