// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import io.howdah.web.access.Caller;
import io.howdah.web.access.Role;
import java.security.MessageDigest;
import java.util.Optional;

/**
 * The statements behind knowing who calls. Asked at every request, so what is taken back is gone everywhere at once.
 */
final class SessionStore {
    private static final Sql OPEN = Sql.of("""
        insert into howdah.session (token_hash, account_id, form_token, address, agent)
        values (:hash, :account, :formToken, :address, :agent)
        """);

    private static final Sql FIND = Sql.of("""
        select account.name, account.role, account.groups, session.form_token,
               session.seen_at < (select howdah.now()) - interval '1 minute' as stale
        from howdah.session session
        join howdah.account account on account.id = session.account_id
        where session.token_hash = :hash
          and account.disabled_at is null
          and session.seen_at > (select howdah.now()) - interval '12 hours'
          and session.created_at > (select howdah.now()) - interval '7 days'
        """);

    private static final Sql SEEN = Sql.of("""
        update howdah.session
        set seen_at = howdah.now()
        where token_hash = :hash
        """);

    private static final Sql CLOSE = Sql.of("delete from howdah.session where token_hash = :hash");

    private static final Sql CLOSE_ALL = Sql.of("delete from howdah.session where account_id = :account");

    private static final Sql SWEEP = Sql.of("""
        delete from howdah.session
        where seen_at <= (select howdah.now()) - interval '12 hours'
           or created_at <= (select howdah.now()) - interval '7 days'
        """);

    private static final Sql KEY = Sql.of("""
        select id, name, role, secret_hash,
               coalesce(used_at < (select howdah.now()) - interval '1 minute', true) as stale
        from howdah.api_key
        where id = :id
          and revoked_at is null
          and (expires_at is null or expires_at > (select howdah.now()))
        """);

    private static final Sql KEY_USED = Sql.of("""
        update howdah.api_key
        set used_at = howdah.now()
        where id = :id
        """);

    private final Db db;

    SessionStore(Db db) {
        this.db = db;
    }

    /** The token of a new session. */
    Token open(long account, String address, String agent) {
        var token = Token.random();
        db.run(SWEEP).update();
        db.run(OPEN)
                .set("hash", token.hash())
                .set("account", account)
                .set("formToken", Token.random().text())
                .set("address", address)
                .set("agent", agent.substring(0, Math.min(agent.length(), 300)))
                .update();
        return token;
    }

    Optional<Caller> person(Token token) {
        var hash = token.hash();
        var found = db.run(FIND)
                .set("hash", hash)
                .optional(row -> new Seen(
                        Caller.person(
                                        row.string("name"),
                                        role(row.string("role")),
                                        Optional.of(row.string("form_token")))
                                .inGroups(row.strings("groups")),
                        row.bool("stale")));
        found.filter(Seen::stale)
                .ifPresent(seen -> db.run(SEEN).set("hash", hash).update());
        return found.map(Seen::caller);
    }

    Optional<Caller> program(String id, Token secret) {
        var found = db.run(KEY)
                .set("id", id)
                .optional(row -> new Known(
                        row.bytes("secret_hash"),
                        new Seen(
                                Caller.program("key " + row.string("id"), role(row.string("role"))),
                                row.bool("stale"))));
        var seen = found.filter(known -> MessageDigest.isEqual(known.hash, secret.hash()))
                .map(Known::seen);
        seen.filter(Seen::stale)
                .ifPresent(stale -> db.run(KEY_USED).set("id", id).update());
        return seen.map(Seen::caller);
    }

    void close(Token token) {
        db.run(CLOSE).set("hash", token.hash()).update();
    }

    void closeAll(long account) {
        db.run(CLOSE_ALL).set("account", account).update();
    }

    private static Role role(String word) {
        return Role.of(word).orElseThrow(() -> new IllegalStateException("there is no role " + word));
    }

    private record Seen(Caller caller, boolean stale) {}

    @SuppressWarnings("ArrayRecordComponent")
    private record Known(byte[] hash, Seen seen) {}
}
