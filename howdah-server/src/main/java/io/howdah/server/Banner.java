// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.util.List;

/** What a person sees when everything is up: what runs, where, and what to try. */
final class Banner {
    private Banner() {}

    static void show(
            Console console,
            DevDirectory directory,
            DevDatabase database,
            List<ReplicaProcess> replicas,
            DevAccess access) {
        var postgres = database.postgres();
        var first = replicas.getFirst();
        console.line("");
        console.line(console.bold("Howdah " + Version.current()) + ", for development");
        console.line("");
        entry(console, "Java", Version.java());
        entry(
                console,
                "PostgreSQL",
                postgres.version() + ", durable, in " + directory.path()
                        + (directory.isEphemeral() ? " (deleted at the end)" : ""));
        for (var replica : replicas) {
            entry(
                    console,
                    replica == first ? "Replicas" : "",
                    replica.address() + console.faint("  pid " + replica.pid()));
        }
        entry(console, "Database", database.psqlUrl());
        console.line("");
        console.line(console.bold("Open ") + access.loginLink());
        console.line(console.faint("     lets you in once, as an admin; after that you are logged in"));
        console.line("");
        console.line(console.bold("Try"));
        if (directory.isEphemeral()) {
            console.line("  export HOWDAH_URL=" + first.address() + " HOWDAH_API_KEY=" + access.key());
        }
        console.line("  howdah jobs enqueue hello '{\"to\":\"world\"}'");
        console.line("  howdah queues");
        console.line("  curl " + first.address() + "/health/ready");
        console.line("  psql '" + database.psqlUrl() + "' -c 'table howdah.members'");
        console.line("  kill -9 " + replicas.getLast().pid()
                + console.faint("   and see at " + first.address() + " that it is missed, and back"));
        console.line("");
        console.line("Ctrl-C stops everything" + (directory.isEphemeral() ? "." : "; the data stay."));
    }

    private static void entry(Console console, String name, String value) {
        console.line("  " + console.faint("%-12s".formatted(name)) + value);
    }
}
