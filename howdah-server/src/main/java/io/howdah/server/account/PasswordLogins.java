// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.limit.ClientAddress;
import io.howdah.limit.Limits;
import io.howdah.limit.LoginAttempt.Allowed;
import io.howdah.limit.LoginAttempt.Refused;
import io.howdah.limit.LoginRules;
import io.howdah.limit.LoginThrottle;
import io.howdah.web.WebException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Lets people in by a password, and slows down whoever guesses: by the library's own throttle. Thread-safe. */
final class PasswordLogins {
    private static final LoginRules RULES =
            LoginRules.standard().delays(Duration.ofSeconds(15), Duration.ofMinutes(15));

    private static final int LONGEST_NAME = 100;

    private final AccountStore store;
    private final LoginWays ways;
    private final LoginThrottle throttle;
    private final Passwords passwords = new Passwords();

    PasswordLogins(AccountStore store, LoginWays ways, Limits limits) {
        this.store = store;
        this.ways = ways;
        this.throttle = limits.logins(RULES);
    }

    LoginWays ways() {
        return ways;
    }

    /** The account of this name and password. Attempts are counted over all replicas, also those of no account. */
    Optional<Long> login(String given, String password, String address) {
        ways.requirePasswords();
        var name = given.strip().toLowerCase(Locale.ROOT);
        if (name.isEmpty()) {
            return Optional.empty();
        }
        // What can be nobody's name is asked of nobody, and counted all the same.
        var found = Accounts.isName(name) ? store.login(name) : Optional.<AccountStore.Login>empty();
        var tried = name.substring(0, Math.min(name.length(), LONGEST_NAME));
        return switch (throttle.attempt(tried, client(address))) {
            case Refused refused -> throw WebException.tooMany(refused.retryIn().toSeconds() + 1);
            case Allowed allowed -> {
                if (!passwords.matches(password, found.flatMap(AccountStore.Login::passwordHash))) {
                    yield Optional.empty();
                }
                allowed.succeeded();
                yield found.map(AccountStore.Login::id);
            }
        };
    }

    /** Whom a proxy names may be anything: no name is looked up, and what is no address counts as the proxy's own. */
    private static ClientAddress client(String address) {
        return ClientAddress.behindProxies(InetAddress.getLoopbackAddress(), List.of(address), 1);
    }
}
