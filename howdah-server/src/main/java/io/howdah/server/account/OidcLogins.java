// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.howdah.internal.db.Db;
import io.howdah.web.WebException;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logins by way of a provider: begun, and taken once when they come back, by any replica. Thread-safe. */
final class OidcLogins {
    private static final Logger log = LoggerFactory.getLogger(OidcLogins.class);

    static final Duration VALID = Duration.ofMinutes(10);

    private final Db db;
    private final OidcStore store;
    private final AccountStore accounts;
    private final Optional<OidcProvider> provider;
    private final Optional<OidcSeal> seal;

    OidcLogins(Db db, LoginWays ways) {
        this.db = db;
        this.store = new OidcStore(db);
        this.accounts = new AccountStore(db);
        this.provider = ways.provider().map(OidcProvider::new);
        this.seal = ways.provider().map(OidcSeal::new);
    }

    /** Where the browser goes, and what it must bring when it comes back. Nothing is kept here meanwhile. */
    Started begin(String redirect) {
        var login = new OidcSeal.Login(
                Token.random(),
                Token.random().text(),
                Token.random().text(),
                redirect,
                store.now().plus(VALID));
        return new Started(require().authorization(login, challenge(login.verifier())), seal().sealed(login));
    }

    /** Somebody whom the provider vouches for, if it is the browser that began which comes back. */
    OidcPerson finish(String state, Optional<String> brought, String code) {
        var login = brought.flatMap(seal()::opened)
                .orElseThrow(() -> OidcProvider.refused("another browser began it, or it took too long"));
        if (!MessageDigest.isEqual(login.state().hash(), new Token(state).hash())) {
            throw OidcProvider.refused("its state is not the one of the login that this browser began");
        }
        if (!login.expiresAt().isAfter(store.now())) {
            throw OidcProvider.refused("it took too long");
        }
        var person = require().person(code, login);
        // Only what the provider has vouched for is kept: strangers write nothing.
        if (!store.use(login)) {
            throw OidcProvider.refused("it was used before");
        }
        return person;
    }

    /** The account of that person, which is made the first time. Role and groups are what the provider says now. */
    long account(OidcPerson person) {
        return db.tx(transaction -> {
            var inside = store.on(transaction);
            accounts.on(transaction).lock();
            var known = inside.find(person.issuer(), person.subject());
            if (known.filter(OidcStore.Known::isDisabled).isPresent()) {
                throw OidcProvider.refused("the account of " + person.name() + " is disabled");
            }
            var id =
                    known.map(OidcStore.Known::account).orElseGet(() -> made(inside, accounts.on(transaction), person));
            inside.follow(id, person);
            return id;
        });
    }

    /** A name that somebody else has here gives nobody his account. */
    private static long made(OidcStore inside, AccountStore accounts, OidcPerson person) {
        var id = accounts.create(person.name(), person.role(), null).orElseThrow(() -> taken(person));
        inside.bind(person.issuer(), person.subject(), id);
        return id;
    }

    /** Only an admin can say that they are the same; whom to name is in the log. */
    private static WebException taken(OidcPerson person) {
        log.warn(
                "The provider's {} is not let in: there is another account of that name. If they are the same: howdah"
                        + " users bind {} {}",
                person.subject(),
                person.name(),
                person.subject());
        return WebException.conflict("There is another account by the name of " + person.name()
                + " here. If it is yours, ask an admin to bind it to you: the replica's log says how.");
    }

    private OidcProvider require() {
        return provider.orElseThrow(OidcLogins::none);
    }

    private OidcSeal seal() {
        return seal.orElseThrow(OidcLogins::none);
    }

    private static WebException none() {
        return WebException.notFound("No provider is set up to log in by.");
    }

    /** What the provider compares the verifier with, so that a code is of no use to whoever finds it. */
    private static String challenge(String verifier) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A login that is on its way. */
    record Started(URI target, String sealed) {}
}
