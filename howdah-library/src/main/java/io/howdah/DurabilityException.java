// SPDX-License-Identifier: Apache-2.0
package io.howdah;

/** The database does not keep commits as safe as this process was told to require. */
public final class DurabilityException extends HowdahException {
    public DurabilityException(String message) {
        super("durability", message, null);
    }
}
