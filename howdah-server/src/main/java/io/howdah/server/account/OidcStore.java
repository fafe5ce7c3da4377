// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.time.Duration;
import java.util.Optional;

/** The statements behind logins by way of a provider. */
final class OidcStore {
    private static final Sql SWEEP = Sql.of("delete from howdah.oidc_login where expires_at <= (select howdah.now())");

    /** Anybody can begin to log in: so no more than many at a time, lest they fill the table. */
    private static final Sql BEGIN = Sql.of("""
        insert into howdah.oidc_login (state_hash, browser_hash, nonce, verifier, redirect, expires_at)
        select :state, :browser, :nonce, :verifier, :redirect, howdah.now() + :valid
        where (select count(*) from howdah.oidc_login) < :most
        """);

    private static final Sql TAKE = Sql.of("""
        delete from howdah.oidc_login
        where state_hash = :state
        returning browser_hash, nonce, verifier, redirect, expires_at > howdah.now() as valid
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

    /** False when too many have begun. */
    boolean begin(Begun login, Duration valid, int most) {
        db.run(SWEEP).update();
        return db.run(BEGIN)
                        .set("state", login.state().hash())
                        .set("browser", login.browser().hash())
                        .set("nonce", login.nonce())
                        .set("verifier", login.verifier())
                        .set("redirect", login.redirect())
                        .set("valid", valid)
                        .set("most", most)
                        .update()
                == 1;
    }

    /** It is over with this, whatever comes of it. */
    Optional<Returned> take(Token state) {
        return db.run(TAKE)
                .set("state", state.hash())
                .optional(row -> new Returned(
                        row.bytes("browser_hash"),
                        row.string("nonce"),
                        row.string("verifier"),
                        row.string("redirect"),
                        row.bool("valid")));
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

    /** A login that goes to the provider. */
    record Begun(Token state, Token browser, String nonce, String verifier, String redirect) {}

    /** A login that has come back. */
    @SuppressWarnings("ArrayRecordComponent")
    record Returned(byte[] browserHash, String nonce, String verifier, String redirect, boolean isValid) {}

    /** Somebody's account. */
    record Known(long account, boolean isDisabled) {}
}
