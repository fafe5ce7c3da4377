// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.web.WebException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Hashes passwords slowly, and refuses those that are guessed first. */
final class Passwords {
    private static final int SHORTEST = 12;
    private static final int LONGEST = 200;

    /** About a quarter of a second on a usual machine. */
    private static final int STRENGTH = 12;

    /** Compared where there is no account, so that nobody can tell by the time it takes. Nothing hashes to it. */
    private static final String NOBODY = "$2a$12$" + "x".repeat(53);

    private final BCryptPasswordEncoder encoder = new BCryptPasswordEncoder(STRENGTH);

    String hash(String account, String password) {
        if (password.length() < SHORTEST || password.length() > LONGEST) {
            throw WebException.invalid("A password has 12 to 200 characters; a few words make a good one.");
        }
        if (password.toLowerCase(Locale.ROOT).contains(account)
                || password.chars().distinct().count() < 5) {
            throw WebException.invalid("This password is too easy to guess.");
        }
        return encoder.encode(condensed(password));
    }

    boolean matches(String password, Optional<String> hash) {
        return encoder.matches(condensed(password), hash.orElse(NOBODY)) && hash.isPresent();
    }

    /** Bcrypt looks at 72 bytes only; so all of the password goes into fewer. */
    private static String condensed(String password) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(password.getBytes(UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
