// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.time.Instant;
import java.util.Optional;

/** The statements behind logins by way of a provider. */
final class OidcStore {
    private static final Sql SWEEP = Sql.of("delete from howdah.oidc_used where expires_at <= (select howdah.now())");

    private static final Sql NOW = Sql.of("select howdah.now() as now");

    private static final Sql USE = Sql.of("""
        insert into howdah.oidc_used (state_hash, expires_at)
        values (:state, :expires::timestamptz)
        on conflict do nothing
        """);

    private static final Sql FIND = Sql.of("""
        select account.id, account.disabled_at is not null as disabled
        from howdah.account_identity identity
        join howdah.account account on account.id = identity.account_id
        where identity.issuer = :issuer
          and identity.subject = :subject
        """);

    private static final Sql BIND = Sql.of("""
        insert into howdah.account_identity (issuer, subject, account_id)
        values (:issuer, :subject, :account)
        on conflict (issuer, subject) do update set account_id = excluded.account_id
        """);

    /** The provider says who is an admin, so that there is a last one is not ours to see to. */
    private static final Sql FOLLOW = Sql.of("""
        update howdah.account
        set role = :role, groups = :groups
        where id = :id
        """);

    private final Db db;

    OidcStore(Db db) {
        this.db = db;
    }

    OidcStore on(Db transaction) {
        return new OidcStore(transaction);
    }

    Instant now() {
        return db.run(NOW).one(row -> row.instant("now"));
    }

    /** False when it was used before. */
    boolean use(OidcSeal.Login login) {
        db.run(SWEEP).update();
        return db.run(USE)
                        .set("state", login.state().hash())
                        .set("expires", login.expiresAt())
                        .update()
                == 1;
    }

    Optional<Known> find(String issuer, String subject) {
        return db.run(FIND)
                .set("issuer", issuer)
                .set("subject", subject)
                .optional(row -> new Known(row.number("id"), row.bool("disabled")));
    }

    void bind(String issuer, String subject, long account) {
        db.run(BIND)
                .set("issuer", issuer)
                .set("subject", subject)
                .set("account", account)
                .update();
    }

    void follow(long account, OidcPerson person) {
        db.run(FOLLOW)
                .set("id", account)
                .set("role", person.role().word())
                .set("groups", person.groups().toArray(String[]::new))
                .update();
    }

    /** Somebody's account. */
    record Known(long account, boolean isDisabled) {}
}
