// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.HowdahException;
import io.howdah.embedded.EmbeddedException;
import java.sql.SQLException;

/** What went wrong, in words for a person at a terminal. */
final class Sentence {
    private Sentence() {}

    static String of(Throwable failure) {
        return switch (failure) {
            case CommandException known -> message(known);
            case EmbeddedException known -> message(known);
            case HowdahException known -> message(known);
            case IllegalArgumentException known -> message(known);
            case SQLException refused -> "The database does not let us in: " + message(refused);
            default -> failure + " (--verbose shows where)";
        };
    }

    private static String message(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
