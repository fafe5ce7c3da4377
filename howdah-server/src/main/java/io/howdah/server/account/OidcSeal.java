// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Puts a login that is on its way into words that its browser keeps and nobody but our replicas can read or make. The
 * key is made of the secret that all replicas share with the provider. Thread-safe.
 */
final class OidcSeal {
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int LONGEST = 4_000;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKey key;

    OidcSeal(OidcSettings settings) {
        this.key = key(settings);
    }

    /** For this alone: another use of the secret, or another client, has another key. */
    private static SecretKey key(OidcSettings settings) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(settings.clientSecret().getBytes(UTF_8), "HmacSHA256"));
            var purpose = "howdah login\n" + settings.issuer() + "\n" + settings.clientId();
            return new SecretKeySpec(mac.doFinal(purpose.getBytes(UTF_8)), "AES");
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A login that goes to the provider. */
    record Login(Token state, String nonce, String verifier, String redirect, Instant expiresAt) {}

    String sealed(Login login) {
        var words = String.join(
                "\n",
                login.state().text(),
                login.nonce(),
                login.verifier(),
                login.redirect(),
                login.expiresAt().toString());
        var nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            var bytes = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(words.getBytes(UTF_8));
            var all =
                    ByteBuffer.allocate(nonce.length + bytes.length).put(nonce).put(bytes);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(all.array());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Empty for whatever was not sealed here. */
    Optional<Login> opened(String sealed) {
        if (sealed.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            var all = ByteBuffer.wrap(Base64.getUrlDecoder().decode(sealed));
            if (all.remaining() <= NONCE_BYTES) {
                return Optional.empty();
            }
            var nonce = new byte[NONCE_BYTES];
            all.get(nonce);
            var bytes = new byte[all.remaining()];
            all.get(bytes);
            var words = List.of(new String(cipher(Cipher.DECRYPT_MODE, nonce).doFinal(bytes), UTF_8).split("\n", -1));
            return Optional.of(new Login(
                    new Token(words.get(0)), words.get(1), words.get(2), words.get(3), Instant.parse(words.get(4))));
        } catch (IllegalArgumentException | GeneralSecurityException | DateTimeException notOurs) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        var cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }
}
