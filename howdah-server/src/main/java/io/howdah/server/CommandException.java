// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

/** A command that cannot do what it was asked; the message is the sentence that the person sees. */
final class CommandException extends RuntimeException {
    CommandException(String message) {
        super(message);
    }

    CommandException(String message, Throwable cause) {
        super(message, cause);
    }
}
