// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.internal.db.Db;
import io.howdah.web.WebException;
import io.howdah.web.access.Role;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Lets people in by a link that works once, and has them choose a password. Thread-safe. */
public final class Accounts {
    private static final Duration LINK_VALID = Duration.ofDays(1);
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._@-]{0,99}");

    private final Db db;
    private final AccountStore store;
    private final SessionStore sessions;
    private final LoginWays ways;
    private final Passwords passwords = new Passwords();

    public Accounts(Db db) {
        this(db, LoginWays.STANDARD);
    }

    Accounts(Db db, LoginWays ways) {
        this.db = db;
        this.ways = ways;
        this.store = new AccountStore(db);
        this.sessions = new SessionStore(db);
    }

    LoginWays ways() {
        return ways;
    }

    /** The token of a link that makes the first account; empty when there is one. */
    public Optional<String> firstLink() {
        if (store.any()) {
            return Optional.empty();
        }
        var token = Token.random();
        store.addLink(token, Link.Purpose.FIRST, null, LINK_VALID);
        return Optional.of(token.text());
    }

    /** The token of a link that lets whoever has it in as this account, which is made if it is missing. */
    public String loginLink(String name, Role role) {
        var token = Token.random();
        store.addLink(token, Link.Purpose.LOGIN, store.ensure(name, role), LINK_VALID);
        return token.text();
    }

    /** The token of a link by which this account's person chooses a password. Until then nobody is logged in as it. */
    String passwordLink(long account) {
        var token = Token.random();
        sessions.closeAll(account);
        store.addLink(token, Link.Purpose.PASSWORD, account, LINK_VALID);
        return token.text();
    }

    Optional<Link> findLink(String token) {
        return store.findLink(new Token(token));
    }

    /** Takes a link, which then works no more; the answer is the account that it leads to. */
    long take(String token, String name, String password) {
        var chosen = name(name);
        return db.tx(transaction -> {
            var inside = store.on(transaction);
            inside.lock();
            var link = inside.findLink(new Token(token)).orElseThrow(Accounts::spent);
            if (!inside.takeLink(new Token(token))) {
                throw spent();
            }
            if (link.purpose() != Link.Purpose.LOGIN) {
                ways.requirePasswords();
            }
            return switch (link.purpose()) {
                case FIRST -> first(inside, chosen, password);
                case PASSWORD -> {
                    var id = link.accountId().orElseThrow();
                    inside.password(id, passwords.hash(link.account().orElse(""), password));
                    yield id;
                }
                case LOGIN -> link.accountId().orElseThrow();
            };
        });
    }

    private long first(AccountStore inside, String name, String password) {
        if (inside.any()) {
            throw spent();
        }
        return inside.create(name, Role.ADMIN, passwords.hash(name, password)).orElseThrow(Accounts::spent);
    }

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    static String name(String given) {
        var name = given.strip().toLowerCase(Locale.ROOT);
        if (!name.isEmpty() && !isName(name)) {
            throw WebException.invalid("A name has 1 to 100 letters, digits or . _ @ -: " + given);
        }
        return name;
    }

    private static WebException spent() {
        return WebException.conflict("This link was used already, or is too old. Ask for a new one.");
    }
}
