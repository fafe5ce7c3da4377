// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.internal.db.Db;
import io.howdah.web.WebException;
import io.howdah.web.access.Role;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** API keys: made, listed, revoked. Thread-safe. */
public final class Keys {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
    private static final String PREFIX = "hwd_";
    private static final int ID_LENGTH = 8;
    private static final int LONGEST_NAME = 100;
    private static final Duration LONGEST = Duration.ofDays(3_650);

    private final KeyStore store;

    public Keys(Db db) {
        this.store = new KeyStore(db);
    }

    /** The whole key, which nobody will be told again. */
    public String create(String name, Role role, String by, Optional<Duration> valid) {
        if (name.isBlank() || name.length() > LONGEST_NAME) {
            throw WebException.invalid("The name of a key has 1 to 100 characters: it says what the key is for.");
        }
        if (valid.filter(time -> !time.isPositive() || time.compareTo(LONGEST) > 0)
                .isPresent()) {
            throw WebException.invalid("A key is valid for some time, ten years at most, or without an end.");
        }
        var id = RANDOM.ints(ID_LENGTH, 0, ALPHABET.length())
                .collect(StringBuilder::new, (text, at) -> text.append(ALPHABET.charAt(at)), StringBuilder::append)
                .toString();
        var secret = Token.random();
        store.create(new KeyStore.NewKey(id, secret, name.strip(), role, by, valid.orElse(null)));
        return PREFIX + id + "_" + secret.text();
    }

    /** What names a key without giving it away. */
    static String idOf(String key) {
        return key.substring(PREFIX.length(), PREFIX.length() + ID_LENGTH);
    }

    List<ApiKey> list() {
        return store.list();
    }

    boolean revoke(String id) {
        return store.revoke(id);
    }
}
