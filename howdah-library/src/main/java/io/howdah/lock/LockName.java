// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What is locked: a name within a namespace. The same in Java and in SQL, in every version.
 *
 * <p>Two names are the same lock if and only if they are equal, character by character; {@link #ignoringCase} makes one
 * that has lost its differences in case and white space.
 *
 * @param namespace whose names these are, such as {@code billing}: 1 to 100 characters of A-Z a-z 0-9 . _ : / -
 * @param name 1 to 500 characters, none of them a control character
 */
public record LockName(String namespace, String name) {
    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}");
    private static final int LONGEST_NAME = 500;
    private static final Pattern WHITE_SPACE = Pattern.compile("[ \\t\\n\\x0B\\f\\r]+");
    private static final Pattern UPPER_CASE = Pattern.compile("[A-Z]+");

    public LockName {
        if (!NAMESPACE.matcher(namespace).matches()) {
            throw new IllegalArgumentException(
                    "the namespace of a lock is " + NAMESPACE.pattern() + ", not \"" + shortened(namespace) + "\"");
        }
        if (name.isEmpty() || name.codePointCount(0, name.length()) > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "the name of a lock has 1 to " + LONGEST_NAME + " characters: \"" + shortened(name) + "\"");
        }
        if (name.codePoints().anyMatch(LockName::isForbidden)) {
            throw new IllegalArgumentException("the name of a lock has no control characters and no halves of"
                    + " surrogate pairs: \"" + shortened(name) + "\"");
        }
    }

    public static LockName of(String namespace, String name) {
        return new LockName(namespace, name);
    }

    /**
     * For names such as e-mail addresses: A to Z become a to z, white space is trimmed and each run of it becomes one
     * space. Other letters stay as they are, for their case depends on the version of Unicode. Equal to
     * {@code howdah.lock_name} in SQL.
     */
    public static LockName ignoringCase(String namespace, String name) {
        var spaced = WHITE_SPACE.matcher(name).replaceAll(" ");
        var from = spaced.startsWith(" ") ? 1 : 0;
        var to = spaced.endsWith(" ") ? spaced.length() - 1 : spaced.length();
        var trimmed = spaced.substring(Math.min(from, to), to);
        return new LockName(
                namespace,
                UPPER_CASE.matcher(trimmed).replaceAll(upper -> upper.group().toLowerCase(Locale.ROOT)));
    }

    /**
     * The number PostgreSQL locks: the first 8 bytes of SHA-256 over namespace, a zero byte and name. Frozen for ever,
     * and equal to {@code howdah.lock_key} in SQL. Names that share a number exclude each other; nothing worse happens.
     */
    public long key() {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(namespace.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            return ByteBuffer.wrap(digest.digest(name.getBytes(StandardCharsets.UTF_8)))
                    .getLong();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this JDK has no SHA-256", impossible);
        }
    }

    private static boolean isForbidden(int character) {
        return Character.isISOControl(character)
                || (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE);
    }

    private static String shortened(String text) {
        return text.length() > 100 ? text.substring(0, 100) + "…" : text;
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
