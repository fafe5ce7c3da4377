// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

/** An embedded PostgreSQL that could not be started or stopped; the message says why and what to do about it. */
public final class EmbeddedException extends RuntimeException {

    EmbeddedException(String message) {
        super(message);
    }

    EmbeddedException(String message, Throwable cause) {
        super(message, cause);
    }
}
