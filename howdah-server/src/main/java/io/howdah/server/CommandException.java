// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import org.jspecify.annotations.Nullable;

/** A command that cannot do what it was asked; the message is the sentence that the person sees. */
public final class CommandException extends RuntimeException {
    private static final int WRONG = 2;

    private final int exitCode;

    CommandException(String message) {
        super(message);
        this.exitCode = 1;
    }

    CommandException(String message, Throwable cause) {
        super(message, cause);
        this.exitCode = 1;
    }

    private CommandException(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** A setting that cannot be gone by, however often somebody tries. */
    static CommandException wrongSetting(String message) {
        return withCode(WRONG, message);
    }

    static CommandException wrongSetting(String message, Throwable cause) {
        return new CommandException(WRONG, message, cause);
    }

    /** One whose kind scripts can tell. */
    public static CommandException withCode(int exitCode, String message) {
        return new CommandException(exitCode, message, null);
    }

    public int exitCode() {
        return exitCode;
    }
}
