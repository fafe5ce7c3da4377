// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import org.jspecify.annotations.Nullable;

/**
 * A promise that could not be kept. Expected outcomes are return values; what is thrown has a {@link #code} that stays
 * the same from version to version, for programs, and a message for people.
 */
public abstract class HowdahException extends RuntimeException {
    private final String code;

    protected HowdahException(String code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** The kind of failure, such as {@code schema-missing}; the documentation lists them all. */
    public final String code() {
        return code;
    }
}
