// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import io.howdah.internal.db.Migrations;
import io.howdah.internal.db.Roles;
import io.howdah.internal.db.SchemaName;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The tables, functions and views of Howdah in a database, and how they come there. Immutable and thread-safe.
 *
 * <p>Needs neither superuser nor extension: the role that migrates owns the schema, and must be allowed to create it or
 * find it made. Processes may run as a lesser {@link #applicationRole}, people may look as a {@link #readerRole}; both
 * must exist.
 */
public final class Schema {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final DataSource dataSource;
    private final SchemaName name;
    private final Roles roles;

    private Schema(DataSource dataSource, SchemaName name, Roles roles) {
        this.dataSource = dataSource;
        this.name = name;
        this.roles = roles;
    }

    public static Schema on(DataSource dataSource) {
        return new Schema(dataSource, SchemaName.DEFAULT, Roles.NONE);
    }

    public Schema named(String schema) {
        return new Schema(dataSource, new SchemaName(schema), roles);
    }

    /** Grants this role what processes need: rows of every table, no definitions. */
    public Schema applicationRole(String role) {
        return new Schema(dataSource, name, new Roles(Optional.of(role), roles.reader()));
    }

    /** Grants this role the public views and nothing else. */
    public Schema readerRole(String role) {
        return new Schema(dataSource, name, new Roles(roles.application(), Optional.of(role)));
    }

    /**
     * Applies what is missing, and the grants; the answer is how many steps that were. Safe in many processes at once.
     */
    public int migrate() {
        return migrations().migrate();
    }

    /** What {@link #migrate} would do now, as a script for psql. */
    public String sql() {
        return migrations().pendingSql();
    }

    /** Throws a {@link SchemaException} unless processes of this version can work on the schema as it is. */
    public void check() {
        migrations().check();
    }

    private Migrations migrations() {
        return Migrations.on(dataSource, name, roles, PATIENCE);
    }
}
