// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Keys by which receivers know that a webhook is ours, written as Standard Webhooks has them. */
final class WebhookSecret {
    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int LENGTH = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private WebhookSecret() {}

    static byte[] generate() {
        var secret = new byte[LENGTH];
        RANDOM.nextBytes(secret);
        return secret;
    }

    static String write(byte[] secret) {
        return PREFIX + Base64.getEncoder().encodeToString(secret);
    }

    static byte[] read(String text) {
        var digits = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text;
        byte[] secret;
        try {
            secret = Base64.getDecoder().decode(digits);
        } catch (IllegalArgumentException wrong) {
            // Not with its text: it may be a secret with a typing error.
            throw new IllegalArgumentException("a webhook's secret is whsec_ and base64", wrong);
        }
        if (secret.length < 24 || secret.length > 64) {
            throw new IllegalArgumentException("a webhook's secret has 24 to 64 bytes, this one has " + secret.length);
        }
        return secret;
    }

    /** One signature by every key, with spaces between them: a receiver accepts any that it can verify. */
    static String signatures(List<byte[]> secrets, String id, long seconds, byte[] body) {
        return secrets.stream()
                .map(secret -> "v1," + Base64.getEncoder().encodeToString(sign(secret, id, seconds, body)))
                .collect(Collectors.joining(" "));
    }

    private static byte[] sign(byte[] secret, String id, long seconds, byte[] body) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            mac.update((id + "." + seconds + ".").getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("this JDK has no " + ALGORITHM, missing);
        }
    }
}
