// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import io.howdah.internal.codec.Codecs;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts what another codec writes, with AES-256-GCM: whoever reads the database reads nothing of it. Thread-safe.
 *
 * <p>The content type says which key was used and what is inside, and is authenticated with the payload; changing
 * either makes it unreadable. It is not bound to one job: whoever may write to the database can still put a payload
 * that he found elsewhere in its place. {@code byte[]} is encrypted like everything else. Payloads that are not
 * encrypted are read as they are, so that encryption can be introduced while old ones wait, and SQL can enqueue.
 *
 * <p>To change the key: have every process read the new one ({@link #alsoReading}), then have them write it
 * ({@link #of}), and take the old one away when nothing that was written with it is left. A key is good for some four
 * thousand million payloads.
 */
public final class EncryptedCodec implements Codec {
    private static final String TYPE = "application/vnd.howdah.encrypted";
    private static final Pattern ENCRYPTED = Pattern.compile(Pattern.quote(TYPE) + ";key=([^;]+);of=(.+)");
    private static final Pattern KEY_ID = Pattern.compile("[A-Za-z0-9._-]{1,50}");
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final Codec plain;
    private final String keyId;
    private final Map<String, SecretKey> keys;
    private final SecureRandom random = new SecureRandom();

    private EncryptedCodec(Codec plain, String keyId, Map<String, SecretKey> keys) {
        this.plain = plain;
        this.keyId = keyId;
        this.keys = Map.copyOf(keys);
    }

    /**
     * Writes with this key, and reads what was written with it.
     *
     * @param plain makes bytes of values
     * @param keyId up to 50 letters, digits or . _ -, which everybody who reads the database can see
     * @param key an AES key of 256 bits
     */
    public static EncryptedCodec of(Codec plain, String keyId, SecretKey key) {
        return new EncryptedCodec(Codecs.withBytes(plain), keyId, Map.of(require(keyId, key), key));
    }

    /** Reads what was written with another key too. */
    public EncryptedCodec alsoReading(String otherKeyId, SecretKey key) {
        var more = new HashMap<>(keys);
        if (more.put(require(otherKeyId, key), key) != null) {
            throw new IllegalArgumentException("there is a key " + otherKeyId + " already");
        }
        return new EncryptedCodec(plain, keyId, more);
    }

    private static String require(String keyId, SecretKey key) {
        if (!KEY_ID.matcher(keyId).matches()) {
            throw new IllegalArgumentException(
                    "the id of a key has 1 to 50 letters, digits or . _ -: \"" + keyId + "\"");
        }
        var encoded = key.getEncoded();
        if (!key.getAlgorithm().equals("AES") || (encoded != null && encoded.length != KEY_BYTES)) {
            throw new IllegalArgumentException("key " + keyId + " is not an AES key of 256 bits");
        }
        return keyId;
    }

    @Override
    public Payload encode(Object value) {
        var written = plain.encode(value);
        var contentType = TYPE + ";key=" + keyId + ";of=" + written.contentType();
        var nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            var sealed =
                    cipher(Cipher.ENCRYPT_MODE, key(keyId), nonce, contentType).doFinal(written.bytes());
            var bytes = Arrays.copyOf(nonce, nonce.length + sealed.length);
            System.arraycopy(sealed, 0, bytes, nonce.length, sealed.length);
            return new Payload(bytes, contentType);
        } catch (GeneralSecurityException failure) {
            throw PayloadException.unwritable(value.getClass(), failure);
        }
    }

    @Override
    public <T> T decode(Payload payload, Class<T> type) {
        var encrypted = ENCRYPTED.matcher(payload.contentType());
        if (!encrypted.matches()) {
            return plain.decode(payload, type);
        }
        var key = key(encrypted.group(1));
        var bytes = payload.bytes();
        try {
            var nonce = Arrays.copyOf(bytes, NONCE_BYTES);
            var opened = cipher(Cipher.DECRYPT_MODE, key, nonce, payload.contentType())
                    .doFinal(bytes, NONCE_BYTES, Math.max(0, bytes.length - NONCE_BYTES));
            return plain.decode(new Payload(opened, encrypted.group(2)), type);
        } catch (GeneralSecurityException | IllegalArgumentException failure) {
            throw PayloadException.unreadable(type, payload.contentType(), failure);
        }
    }

    private SecretKey key(String id) {
        var key = keys.get(id);
        if (key == null) {
            throw PayloadException.unknownKey(id, keys.keySet());
        }
        return key;
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] nonce, String contentType)
            throws GeneralSecurityException {
        var cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(contentType.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
