// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import io.howdah.DatabaseException;
import io.howdah.limit.LoginAttempt.Allowed;
import io.howdah.limit.LoginAttempt.Reason;
import io.howdah.limit.LoginAttempt.Refused;
import io.howdah.limit.LoginStore.Who;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slows down whoever guesses passwords, with the same counts on every replica, and keeps out nobody else. Ask before
 * you look at the password; whether the account exists makes no difference. Thread-safe.
 *
 * <p>A client that fails on an account waits, each time longer, but only that client: a stranger cannot lock anybody
 * out. What strangers try together, on one account, from one address, or altogether, is limited much higher, and
 * whoever has logged in to the account from this address or device before is not a stranger.
 */
public final class LoginThrottle {
    private static final Logger log = LoggerFactory.getLogger(LoginThrottle.class);
    private static final Duration WHEN_AWAY = Duration.ofSeconds(1);

    private final LoginRules rules;
    private final LoginStore store;
    private final LimitStore limits;
    private int @Nullable [] policies;

    LoginThrottle(LoginRules rules, LoginStore store, LimitStore limits) {
        this.rules = rules;
        this.store = store;
        this.limits = limits;
    }

    public LoginAttempt attempt(String account, ClientAddress address) {
        return attempt(who(account, address, null));
    }

    /**
     * With a device that is known by something that it was given when it logged in before, such as the random value of
     * a lasting cookie: it is then told apart from others at the same address, and known wherever it is.
     */
    public LoginAttempt attempt(String account, ClientAddress address, String device) {
        return attempt(who(account, address, device));
    }

    /** Forgets what was tried on the account, from wherever: for a support desk. */
    public void forgive(String account) {
        var hash = hash("account", normalized(account));
        store.forgive(hash);
        limits.reset(policies()[1], hash, true);
    }

    private LoginAttempt attempt(Who who) {
        try {
            var tried = store.attempt(who, policies(), rules.client());
            if (tried.refused().isPresent()) {
                var reason = Reason.valueOf(tried.refused().get().toUpperCase(Locale.ROOT));
                return new Refused(reason, tried.retryIn());
            }
            return new Allowed(() -> store.success(who, policies(), tried));
        } catch (DatabaseException failure) {
            if (!Outage.isAway(failure)) {
                throw failure;
            }
            log.warn("A login was refused, for it could not be counted: {}", failure.getMessage());
            return new Refused(Reason.DATABASE_AWAY, WHEN_AWAY);
        }
    }

    private synchronized int[] policies() {
        if (policies == null) {
            policies = rules.limits().stream().mapToInt(limits::define).toArray();
        }
        return policies;
    }

    private static Who who(String account, ClientAddress address, @Nullable String device) {
        return new Who(
                hash("account", normalized(account)),
                hash("address", address.network()),
                device == null ? null : hash("device", device));
    }

    /** As a person means it: case, spaces around it and ways to write a letter make no other account. */
    private static String normalized(String account) {
        var plain = Normalizer.normalize(account.strip(), Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        if (plain.isEmpty() || plain.length() > 1_000) {
            throw new IllegalArgumentException("an account must have 1 to 1000 characters, not " + plain.length());
        }
        return plain;
    }

    private static String hash(String kind, String value) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest((kind + "\0" + value).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this JDK has no SHA-256", impossible);
        }
    }
}
