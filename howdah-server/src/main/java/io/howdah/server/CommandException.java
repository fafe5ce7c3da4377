// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

/** A command that cannot do what it was asked; the message is the sentence that the person sees. */
public final class CommandException extends RuntimeException {
    private final int exitCode;

    CommandException(String message) {
        super(message);
        this.exitCode = 1;
    }

    CommandException(String message, Throwable cause) {
        super(message, cause);
        this.exitCode = 1;
    }

    private CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** One whose kind scripts can tell. */
    public static CommandException withCode(int exitCode, String message) {
        return new CommandException(exitCode, message);
    }

    public int exitCode() {
        return exitCode;
    }
}
