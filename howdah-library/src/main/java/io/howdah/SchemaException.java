// SPDX-License-Identifier: Apache-2.0
package io.howdah;

/** The schema in the database is missing, older or newer than this process can work with, or was changed by hand. */
public final class SchemaException extends HowdahException {
    private SchemaException(String code, String message) {
        super(code, message, null);
    }

    public static SchemaException missing(String schema) {
        return new SchemaException(
                "schema-missing",
                "The schema \"" + schema
                        + "\" is not in this database: call howdah.migrate() or run \"howdah migrate\" first");
    }

    public static SchemaException older(String schema, int found, int needed) {
        return new SchemaException(
                "schema-older",
                "The schema \"" + schema + "\" is at version " + found + " and this process needs " + needed
                        + ": call howdah.migrate() or run \"howdah migrate\" first");
    }

    public static SchemaException newer(String schema, int found, int known) {
        return new SchemaException(
                "schema-newer",
                "The schema \"" + schema + "\" is at version " + found + ", which processes that know only version "
                        + known + " must not use: run a newer version of Howdah");
    }

    public static SchemaException changed(String schema, String migration) {
        return new SchemaException(
                "schema-changed",
                "Migration " + migration + " of the schema \"" + schema
                        + "\" is not the one that was applied here: a released migration must never be edited");
    }

    public static SchemaException busy(String schema, String what) {
        return new SchemaException(
                "schema-busy",
                "The schema \"" + schema + "\" could not be migrated, nothing was changed: " + what + "; try again");
    }
}
