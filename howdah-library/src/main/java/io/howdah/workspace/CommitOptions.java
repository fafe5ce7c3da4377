// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import java.util.Optional;

/** What is said of a version when it is made. Immutable. */
public final class CommitOptions {
    private static final int LONGEST_AUTHOR = 200;
    private static final int LONGEST_MESSAGE = 2000;
    private static final CommitOptions NONE = new CommitOptions("", "", Optional.empty());

    private final String author;
    private final String message;
    private final Optional<String> lockId;

    private CommitOptions(String author, String message, Optional<String> lockId) {
        this.author = author;
        this.message = message;
        this.lockId = lockId;
    }

    public static CommitOptions none() {
        return NONE;
    }

    /** Up to 200 characters. */
    public CommitOptions author(String author) {
        return new CommitOptions(require("author", author, LONGEST_AUTHOR), message, lockId);
    }

    /** Up to 2000 characters. */
    public CommitOptions message(String message) {
        return new CommitOptions(author, require("message", message, LONGEST_MESSAGE), lockId);
    }

    /** The commit is the holder's of this lock, and fails if the workspace is not locked by it. */
    public CommitOptions underLock(String id) {
        return new CommitOptions(author, message, Optional.of(id));
    }

    String author() {
        return author;
    }

    String message() {
        return message;
    }

    Optional<String> lockId() {
        return lockId;
    }

    private static String require(String what, String text, int longest) {
        if (text.length() > longest || text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    what + " has up to " + longest + " characters and no NUL: \"" + FilePath.shown(text) + "\"");
        }
        return text;
    }
}
