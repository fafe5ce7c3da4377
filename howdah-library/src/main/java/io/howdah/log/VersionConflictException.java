// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.HowdahException;

/** Somebody else has appended to the key since you looked: read what is new, decide again, and append then. */
public final class VersionConflictException extends HowdahException {
    private final long actual;

    VersionConflictException(Topic topic, String key, long expected, long actual) {
        super(
                "version-conflict",
                "Key " + key + " of topic " + topic + " is at version " + actual + ", not " + expected
                        + "; nothing was appended",
                null);
        this.actual = actual;
    }

    /** The version that the key has. */
    public long actual() {
        return actual;
    }
}
