// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import io.howdah.web.access.Caller;
import io.howdah.web.access.Role;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;

/** The statements behind knowing who calls. */
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
        select role, secret_hash, expires_at - howdah.now() as time_left,
               coalesce(used_at < (select howdah.now()) - interval '1 minute', true) as stale
        from howdah.api_key
        where id = :id
          and revoked_at is null
          and (expires_at is null or expires_at > (select howdah.now()))
        """);

    /** Of many requests at once that find it stale, one writes. */
    private static final Sql KEY_USED = Sql.of("""
        update howdah.api_key
        set used_at = howdah.now()
        where id = :id
          and coalesce(used_at < (select howdah.now()) - interval '1 minute', true)
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

    /** The program whose key this is, if it is good. When it was used is written once a minute. */
    Optional<Program> program(String id, byte[] hash) {
        var found = db.run(KEY)
                .set("id", id)
                .optional(row -> new Known(
                        row.bytes("secret_hash"),
                        row.bool("stale"),
                        new Program(
                                Caller.program("key " + id, role(row.string("role"))),
                                Optional.ofNullable(row.durationOrNull("time_left")))))
                .filter(known -> MessageDigest.isEqual(known.hash, hash));
        found.filter(Known::stale)
                .ifPresent(stale -> db.run(KEY_USED).set("id", id).update());
        return found.map(Known::program);
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

    /**
     * Whoever has a key.
     *
     * @param left how long the key is good; empty if without an end
     */
    record Program(Caller caller, Optional<Duration> left) {}

    @SuppressWarnings("ArrayRecordComponent")
    private record Known(byte[] hash, boolean stale, Program program) {}
}
