// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements behind the throttling of logins. */
final class LoginStore {
    private static final Sql ATTEMPT = Sql.of("""
        select refused, wait, at, client, counted
        from howdah.login_attempt(:account, :address, :device::text, :policies::int[], :free, :first::interval,
                                  :longest::interval, :forget::interval, :known_for::interval)
        """);

    private static final Sql SUCCESS = Sql.of("""
        select howdah.login_success(:account, :address, :device::text, :policies::int[], :at, :client, :counted)
        """);

    private static final Sql FORGIVE = Sql.of("""
        delete from howdah.login_failure where account = :account
        """);

    private static final Sql FORGET_FAILURES = Sql.of("""
        delete from howdah.login_failure
        where ctid = any (array(
          select ctid from howdah.login_failure
          where last_at < (select howdah.now()) - interval '1 day' limit :most for update skip locked))
        """);

    private static final Sql FORGET_KNOWN = Sql.of("""
        delete from howdah.login_known
        where ctid = any (array(
          select ctid from howdah.login_known
          where last_at < (select howdah.now()) - interval '366 days' limit :most for update skip locked))
        """);

    private final Db db;

    /** Who tries: hashes all. */
    record Who(String account, String address, @Nullable String device) {}

    /** What became of it. */
    record Tried(Optional<String> refused, Duration retryIn, long at, String client, boolean counted) {}

    LoginStore(Db db) {
        this.db = db;
    }

    Tried attempt(Who who, int[] policies, LoginRules.Client rules) {
        return db.run(ATTEMPT)
                .set("account", who.account())
                .set("address", who.address())
                .set("device", who.device())
                .set("policies", policies)
                .set("free", rules.free())
                .set("first", rules.firstDelay())
                .set("longest", rules.longestDelay())
                .set("forget", rules.forgetAfter())
                .set("known_for", rules.knownFor())
                .one(row -> new Tried(
                        Optional.ofNullable(row.stringOrNull("refused")),
                        Optional.ofNullable(row.durationOrNull("wait")).orElse(Duration.ZERO),
                        row.number("at"),
                        row.string("client"),
                        row.bool("counted")));
    }

    void success(Who who, int[] policies, Tried tried) {
        db.run(SUCCESS)
                .set("account", who.account())
                .set("address", who.address())
                .set("device", who.device())
                .set("policies", policies)
                .set("at", tried.at())
                .set("client", tried.client())
                .set("counted", tried.counted())
                .execute();
    }

    void forgive(String account) {
        db.run(FORGIVE).set("account", account).update();
    }

    /** Forgets what is older than any rules remember. */
    void sweep(int most) {
        db.run(FORGET_FAILURES).set("most", most).update();
        db.run(FORGET_KNOWN).set("most", most).update();
    }
}
