// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.web.access.Role;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements behind accounts, their links and their logins. */
final class AccountStore {
    private static final int MOST = 1_000;

    private static final Sql LIST = Sql.of("""
        select account.id, account.name, account.role, account.groups,
               account.password_hash is not null as has_password, account.created_at, account.disabled_at,
               count(session.id) as sessions, max(session.seen_at) as seen_at
        from howdah.account account
        left join howdah.session session on session.account_id = account.id
        where (:id::bigint is null or account.id = :id)
          and (:name::text is null or account.name = :name)
        group by account.id
        order by account.name
        limit :most
        """);

    private static final Sql ANY = Sql.of("select exists (select from howdah.account) as any");

    /** Whoever makes the first account holds this until the commit: there is one first. */
    private static final Sql LOCK = Sql.of("select pg_advisory_xact_lock(hashtextextended('howdah.account', 0))");

    private static final Sql CREATE = Sql.of("""
        insert into howdah.account (name, role, password_hash)
        values (:name, :role, :hash)
        on conflict (name) do nothing
        returning id
        """);

    private static final Sql ENSURE = Sql.of("""
        insert into howdah.account (name, role)
        values (:name, :role)
        on conflict (name) do update set name = excluded.name
        returning id
        """);

    private static final Sql LOGIN = Sql.of("""
        select id, password_hash
        from howdah.account
        where name = :name
          and disabled_at is null
        """);

    private static final Sql PASSWORD = Sql.of("update howdah.account set password_hash = :hash where id = :id");

    /** Not the last one who could undo it. */
    private static final Sql ROLE = Sql.of("""
        update howdah.account
        set role = :role
        where id = :id
          and (:role = 'admin' or exists (
            select from howdah.account other
            where other.id <> :id and other.role = 'admin' and other.disabled_at is null))
        """);

    private static final Sql GROUPS = Sql.of("update howdah.account set groups = :groups where id = :id");

    private static final Sql DISABLE = Sql.of("""
        update howdah.account
        set disabled_at = howdah.now()
        where id = :id
          and exists (
            select from howdah.account other
            where other.id <> :id and other.role = 'admin' and other.disabled_at is null)
        """);

    private static final Sql ENABLE = Sql.of("update howdah.account set disabled_at = null where id = :id");

    private static final Sql ADD_LINK = Sql.of("""
        insert into howdah.account_link (token_hash, purpose, account_id, expires_at)
        values (:hash, :purpose, :account, howdah.now() + :valid)
        """);

    private static final Sql FIND_LINK = Sql.of("""
        select link.purpose, link.account_id, account.name
        from howdah.account_link link
        left join howdah.account account on account.id = link.account_id
        where link.token_hash = :hash
          and link.expires_at > (select howdah.now())
          and account.disabled_at is null
        """);

    private static final Sql TAKE_LINK = Sql.of("delete from howdah.account_link where token_hash = :hash");

    private static final Sql SWEEP_LINKS = Sql.of("""
        delete from howdah.account_link
        where expires_at <= (select howdah.now())
           or (purpose = 'first' and exists (select from howdah.account))
        """);

    private final Db db;

    AccountStore(Db db) {
        this.db = db;
    }

    AccountStore on(Db transaction) {
        return new AccountStore(transaction);
    }

    List<Account> list() {
        return db.run(LIST).set("id", null).set("name", null).set("most", MOST).list(AccountStore::account);
    }

    Optional<Account> find(long id) {
        return db.run(LIST).set("id", id).set("name", null).set("most", 1).optional(AccountStore::account);
    }

    Optional<Account> find(String name) {
        return db.run(LIST).set("id", null).set("name", name).set("most", 1).optional(AccountStore::account);
    }

    boolean any() {
        return db.run(ANY).one(row -> row.bool("any"));
    }

    void lock() {
        db.run(LOCK).execute();
    }

    /** Empty when the name is taken. */
    Optional<Long> create(String name, Role role, @Nullable String passwordHash) {
        return db.run(CREATE)
                .set("name", name)
                .set("role", role.word())
                .set("hash", passwordHash)
                .optional(row -> row.number("id"));
    }

    long ensure(String name, Role role) {
        return db.run(ENSURE).set("name", name).set("role", role.word()).one(row -> row.number("id"));
    }

    Optional<Login> login(String name) {
        return db.run(LOGIN)
                .set("name", name)
                .optional(row -> new Login(row.number("id"), Optional.ofNullable(row.stringOrNull("password_hash"))));
    }

    void password(long id, String hash) {
        db.run(PASSWORD).set("id", id).set("hash", hash).update();
    }

    void groups(long id, List<String> groups) {
        db.run(GROUPS)
                .set("id", id)
                .set("groups", groups.toArray(String[]::new))
                .update();
    }

    boolean role(long id, Role role) {
        return db.run(ROLE).set("id", id).set("role", role.word()).update() == 1;
    }

    boolean disable(long id) {
        return db.run(DISABLE).set("id", id).update() == 1;
    }

    void enable(long id) {
        db.run(ENABLE).set("id", id).update();
    }

    void addLink(Token token, Link.Purpose purpose, @Nullable Long account, Duration valid) {
        db.run(SWEEP_LINKS).update();
        db.run(ADD_LINK)
                .set("hash", token.hash())
                .set("purpose", purpose.name().toLowerCase(Locale.ROOT))
                .set("account", account)
                .set("valid", valid)
                .update();
    }

    Optional<Link> findLink(Token token) {
        return db.run(FIND_LINK)
                .set("hash", token.hash())
                .optional(row -> new Link(
                        Link.Purpose.valueOf(row.string("purpose").toUpperCase(Locale.ROOT)),
                        Optional.ofNullable(row.numberOrNull("account_id")),
                        Optional.ofNullable(row.stringOrNull("name"))));
    }

    boolean takeLink(Token token) {
        return db.run(TAKE_LINK).set("hash", token.hash()).update() == 1;
    }

    private static Account account(Row row) throws SQLException {
        return new Account(
                row.number("id"),
                row.string("name"),
                Role.of(row.string("role")).orElseThrow(),
                row.strings("groups"),
                row.bool("has_password"),
                row.instant("created_at"),
                Optional.ofNullable(row.instantOrNull("disabled_at")),
                row.integer("sessions"),
                Optional.ofNullable(row.instantOrNull("seen_at")));
    }

    record Login(long id, Optional<String> passwordHash) {}
}
