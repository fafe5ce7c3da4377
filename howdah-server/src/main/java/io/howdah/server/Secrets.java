// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The random passwords of a development database's roles, kept in a file that only its owner can read. */
record Secrets(Map<String, String> passwords) {
    /** 96 bits: nobody guesses them, and a URL with one still fits into a line. */
    private static final int PASSWORD_BYTES = 12;

    /** Those in the file; what is missing there is made up and added. */
    static Secrets in(Path file, List<String> roles) throws IOException {
        var passwords = read(file);
        if (!passwords.keySet().containsAll(roles)) {
            roles.forEach(role -> passwords.putIfAbsent(role, random()));
            write(file, passwords);
        }
        return new Secrets(Map.copyOf(passwords));
    }

    String of(String role) {
        var password = passwords.get(role);
        if (password == null) {
            throw new IllegalArgumentException("there is no password for " + role);
        }
        return password;
    }

    @Override
    public String toString() {
        return "Secrets" + passwords.keySet();
    }

    private static Map<String, String> read(Path file) throws IOException {
        var passwords = new LinkedHashMap<String, String>();
        if (Files.exists(file)) {
            for (var line : Files.readAllLines(file)) {
                var parts = line.split(" ", 2);
                if (parts.length != 2) {
                    throw new CommandException(file + " is damaged: a line in it is no role and password. Delete it,"
                            + " and new passwords are made.");
                }
                passwords.put(parts[0], parts[1]);
            }
        }
        return passwords;
    }

    private static void write(Path file, Map<String, String> passwords) throws IOException {
        var beside = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(beside);
        Files.createFile(beside, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        var lines = passwords.entrySet().stream().map(entry -> entry.getKey() + " " + entry.getValue());
        Files.write(beside, lines.toList(), StandardOpenOption.WRITE, StandardOpenOption.SYNC);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String random() {
        var bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
