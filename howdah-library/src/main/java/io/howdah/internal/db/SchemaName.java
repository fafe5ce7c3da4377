// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import java.util.regex.Pattern;

/** The name of the schema that Howdah lives in. */
public record SchemaName(String value) {
    /** Short enough that every name derived from it fits PostgreSQL's 63 bytes. */
    private static final Pattern ALLOWED = Pattern.compile("[a-z][a-z0-9_]{0,47}");

    public static final SchemaName DEFAULT = new SchemaName("howdah");

    public SchemaName {
        if (!ALLOWED.matcher(value).matches() || value.startsWith("pg_")) {
            throw new IllegalArgumentException("schema \"" + value
                    + "\" is not allowed: a lower-case letter, then up to 47 lower-case letters, digits or _,"
                    + " not beginning with pg_");
        }
    }

    String quoted() {
        return '"' + value + '"';
    }

    @Override
    public String toString() {
        return value;
    }
}
