// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import java.util.List;
import java.util.stream.Collectors;

/** The parts of a migration that are not in the numbered files: the history table, the grants, the script for psql. */
record MigrationScript(SchemaName schema, Roles roles) {
    private static final String HISTORY = """
        create table howdah.migration (
          version            int primary key,
          name               text not null,
          checksum           text not null,
          oldest_compatible  int not null,
          applied_at         timestamptz not null default clock_timestamp(),
          applied_by         text not null default current_user
        );
        comment on table howdah.migration is 'Private: which steps of the schema are in place.';
        """;

    /** Some functions run with their owner's rights: whoever may call them is named, not everybody. */
    private static final String CLOSE = "revoke execute on all functions in schema @schema from public;\n";

    /** Run after every migration, so that what is new is covered: rows for the application, views for readers. */
    private static final String GRANT_APPLICATION = """
        grant usage on schema @schema to @role;
        grant select, insert, update, delete on all tables in schema @schema to @role;
        revoke insert, update, delete on howdah.migration from @role;
        grant usage on all sequences in schema @schema to @role;
        grant execute on all functions in schema @schema to @role;
        """;

    private static final String GRANT_READER = """
        grant usage on schema @schema to @role;
        do $grants$
        declare name text;
        begin
          for name in select viewname from pg_views where schemaname = '@plain' loop
            execute format('grant select on %I.%I to @role', '@plain', name);
          end loop;
        end
        $grants$;
        """;

    String bootstrap(boolean schemaExists) {
        // Asked first: "if not exists" wants the right to create schemas even where there is nothing to create.
        return (schemaExists ? "" : "create schema " + schema.quoted() + ";\n") + HISTORY;
    }

    boolean hasRoles() {
        return !roles.equals(Roles.NONE);
    }

    String grants() {
        return CLOSE.replace("@schema", schema.quoted())
                + roles.application()
                        .map(role -> grant(GRANT_APPLICATION, role))
                        .orElse("")
                + roles.reader().map(role -> grant(GRANT_READER, role)).orElse("");
    }

    private String grant(String template, String role) {
        return template.replace("@schema", schema.quoted())
                .replace("@plain", schema.value())
                .replace("@role", '"' + role + '"');
    }

    String of(List<Migration> pending, boolean historyExists) {
        if (pending.isEmpty() && !hasRoles()) {
            return "-- The schema \"" + schema + "\" is up to date.\n";
        }
        var bootstrap = historyExists
                ? ""
                : "create schema if not exists " + schema.quoted() + ";\n" + Sql.scriptIn(schema, HISTORY) + "\n";
        return """
            \\set ON_ERROR_STOP on
            begin;
            set local lock_timeout = '5s';
            select pg_advisory_xact_lock(hashtextextended('howdah.migrate.%s', 0));

            %s%s
            %scommit;
            """.formatted(
                        schema,
                        bootstrap,
                        pending.stream().map(this::step).collect(Collectors.joining("\n")),
                        Sql.scriptIn(schema, grants()));
    }

    private String step(Migration migration) {
        return Sql.scriptIn(schema, migration.script())
                + """

                insert into %s.migration (version, name, checksum, oldest_compatible)
                values (%d, '%s', '%s', %d);
                """.formatted(
                                schema.quoted(),
                                migration.version(),
                                migration.name(),
                                migration.checksum(),
                                migration.oldestCompatible());
    }
}
