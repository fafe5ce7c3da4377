// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.Schema;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Brings the schema of a database to this version, or shows how. */
@Command(
        name = "migrate",
        description =
                "Bring the schema of a database to this version; safe to repeat, safe from many machines at once.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = {
            "",
            "The database: HOWDAH_DATABASE_URL, HOWDAH_DATABASE_USER, HOWDAH_DATABASE_PASSWORD (or …_PASSWORD_FILE).",
            "The user must own the schema or be allowed to create it; it need not be a superuser."
        })
final class MigrateCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Settings settings = new Settings();

    @Option(names = "--sql", description = "Change nothing; print as a script for psql what is missing.")
    private boolean sql;

    @Option(names = "--schema", paramLabel = "NAME", description = "The schema. Default: HOWDAH_SCHEMA, or howdah.")
    private Optional<String> named = Optional.empty();

    @Option(
            names = "--application-role",
            paramLabel = "ROLE",
            description = "Grant this role what replicas need: rows, no definitions.")
    private Optional<String> applicationRole = Optional.empty();

    @Option(names = "--reader-role", paramLabel = "ROLE", description = "Grant this role the public views.")
    private Optional<String> readerRole = Optional.empty();

    @Override
    public Integer call() {
        var all = settings.with(System.getenv());
        var schema = named.orElse(all.getOrDefault(ServeCommand.SCHEMA, ServeCommand.STANDARD_SCHEMA));
        var address = DatabaseAddress.from(all);
        var target = Schema.on(DataSources.direct(address, "howdah-migrate")).named(schema);
        target = applicationRole.map(target::applicationRole).orElse(target);
        target = readerRole.map(target::readerRole).orElse(target);
        var out = spec.commandLine().getOut();
        if (sql) {
            out.print(target.sql());
            out.flush();
            return 0;
        }
        var applied = target.migrate();
        out.println(
                applied == 0
                        ? "The schema " + schema + " is up to date."
                        : "The schema " + schema + " is up to date now: applied " + applied
                                + (applied == 1 ? " migration." : " migrations."));
        return 0;
    }
}
