// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.client.Output.Column;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Locks from the command line. */
@Command(
        name = "locks",
        description = "List who holds what, run a command under a lease, take a lock away by force.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  howdah locks",
            "  howdah locks run deploy shop --wait PT5M -- ./deploy.sh",
            "  howdah locks force deploy shop --reason 'its machine is gone'"
        })
public final class LocksCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("NAMESPACE", "/namespace"),
            new Column("NAME", "/name"),
            new Column("KIND", "/kind"),
            new Column("HOLDER", "/holder"),
            new Column("TOKEN", "/token"),
            new Column("SINCE", "/since"),
            new Column("EXPIRES", "/expiresAt"),
            new Column("WAITERS", "/waiters"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Override
    public Integer call() throws IOException {
        return listing.show(spec, "locks", COLUMNS);
    }

    @Command(
            name = "run",
            description = "Run a command while holding a lease; its exit code is ours. The lease's token is in"
                    + " HOWDAH_LOCK_TOKEN. If the lease is lost, the command is stopped and the code is 4.",
            mixinStandardHelpOptions = true)
    int run(
            @Parameters(index = "0", paramLabel = "NAMESPACE") String namespace,
            @Parameters(index = "1", paramLabel = "NAME") String name,
            @Parameters(index = "2..*", paramLabel = "COMMAND", arity = "1..*") List<String> command,
            @Option(names = "--ttl", paramLabel = "DURATION", defaultValue = "PT30S") Duration ttl,
            @Option(names = "--wait", paramLabel = "DURATION", defaultValue = "PT0S") Duration wait)
            throws IOException, InterruptedException {
        return LeasedProcess.of(Remote.of(spec), namespace, name, ttl).run(command, wait);
    }

    @Command(
            name = "force",
            description = "Take a lock from its holders; who did that and why is written down.",
            mixinStandardHelpOptions = true)
    int force(
            @Parameters(index = "0", paramLabel = "NAMESPACE") String namespace,
            @Parameters(index = "1", paramLabel = "NAME") String name,
            @Option(names = "--reason", required = true) String reason,
            @Mixin Output form)
            throws IOException {
        var answer = Remote.of(spec)
                .post("locks/force-release", Map.of("namespace", namespace, "name", name, "reason", reason));
        var taken = answer.path("taken").size();
        return form.answer(
                spec,
                answer,
                taken == 0 ? "nobody held it" : "taken from " + taken + (taken == 1 ? " holder" : " holders"));
    }
}
