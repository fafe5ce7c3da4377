// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What bytes are known by. */
final class Sha256 {
    private static final int BUFFER = 64 * 1024;

    private Sha256() {}

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this JDK has no SHA-256", impossible);
        }
    }

    static String of(byte[] bytes) {
        return hex(digest().digest(bytes));
    }

    static String of(Path file) throws IOException {
        var digest = digest();
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            var buffer = new byte[BUFFER];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return hex(digest.digest());
    }

    static String hex(byte[] hash) {
        return HexFormat.of().formatHex(hash);
    }
}
