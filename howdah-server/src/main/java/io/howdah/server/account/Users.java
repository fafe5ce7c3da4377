// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.internal.db.Db;
import io.howdah.web.WebException;
import io.howdah.web.access.Role;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/** People who may log in: made, listed, changed by those who decide it. Thread-safe. */
final class Users {
    private static final int MOST_GROUPS = 100;
    private static final int LONGEST_SUBJECT = 255;
    private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,99}");

    private final Db db;
    private final Accounts accounts;
    private final AccountStore store;
    private final SessionStore sessions;

    Users(Db db, Accounts accounts, AccountStore store, SessionStore sessions) {
        this.db = db;
        this.accounts = accounts;
        this.store = store;
        this.sessions = sessions;
    }

    List<Account> list() {
        return store.list();
    }

    Account require(String name) {
        return store.find(name).orElseThrow(() -> WebException.notFound("There is no user " + name + "."));
    }

    /** A new one, who can do nothing before choosing a password. */
    Account create(String given, String role, Collection<String> groups) {
        accounts.ways().requirePasswords();
        var name = Accounts.name(given);
        if (name.isEmpty()) {
            throw WebException.invalid("A user needs a name.");
        }
        var kept = groups(groups);
        var personal = personal(role);
        return db.tx(transaction -> {
            var inside = store.on(transaction);
            var id = inside.create(name, personal, null)
                    .orElseThrow(() -> WebException.conflict("There is a user " + name + " already."));
            inside.groups(id, kept);
            return inside.find(id).orElseThrow();
        });
    }

    void role(Account account, String role) {
        var personal = personal(role);
        unlessLast(inside -> inside.role(account.id(), personal));
    }

    void groups(Account account, Collection<String> groups) {
        store.groups(account.id(), groups(groups));
    }

    /** The token of a link to choose a password with. */
    String link(Account account) {
        accounts.ways().requirePasswords();
        return accounts.passwordLink(account.id());
    }

    /** From now on it is the account of somebody whom the provider vouches for, by what it never gives to another. */
    void bind(Account account, String subject) {
        var issuer = accounts.ways().requireProvider().issuer().toString();
        if (subject.isBlank() || subject.length() > LONGEST_SUBJECT) {
            throw WebException.invalid("subject is missing: the sub of the provider's tokens, up to 255 characters.");
        }
        new OidcStore(db).bind(issuer, subject, account.id());
    }

    void logOut(Account account) {
        sessions.closeAll(account.id());
    }

    void disable(Account account) {
        unlessLast(inside -> inside.disable(account.id()));
        sessions.closeAll(account.id());
    }

    void enable(Account account) {
        store.enable(account.id());
    }

    /** One after the other, or two admins who take each other's role at once would leave none. */
    private void unlessLast(Change change) {
        var changed = db.tx(transaction -> {
            var inside = store.on(transaction);
            inside.lock();
            return change.made(inside);
        });
        if (!changed) {
            throw WebException.conflict("This is the last admin: make somebody else one first.");
        }
    }

    /** A change that is not made to the last admin. */
    @FunctionalInterface
    private interface Change {
        boolean made(AccountStore inside);
    }

    private static List<String> groups(Collection<String> given) {
        var groups = given.stream().distinct().toList();
        if (groups.size() > MOST_GROUPS
                || groups.stream().anyMatch(name -> !GROUP.matcher(name).matches())) {
            throw WebException.invalid("Up to 100 groups, each of 1 to 100 letters, digits or . _ @ -: " + given);
        }
        return groups;
    }

    private static Role personal(String word) {
        return Role.require(word, Role.ofPeople());
    }
}
