// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.server.sample.Receiver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Runs the whole on this machine: PostgreSQL, and replicas as processes of their own. */
@Command(
        name = "dev",
        description =
                "Run everything on this machine, for development: a PostgreSQL of its own, migrated, and replicas.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = {
            "",
            "What was acknowledged survives: Ctrl-C, kill -9 of any process, a power failure. The data stay in the data"
                    + " directory until it is deleted. Everything listens on 127.0.0.1 alone."
        })
final class DevCommand implements Callable<Integer> {
    private static final int MOST_REPLICAS = 32;
    private static final int LAST_PORT = 65_535;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private Main main;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where the data stay. Default: howdah in the user's data directory.")
    private Optional<Path> dataDirectory = Optional.empty();

    @Option(names = "--ephemeral", description = "Keep nothing: a new database, deleted at the end.")
    private boolean ephemeral;

    @Option(
            names = "--replicas",
            paramLabel = "N",
            defaultValue = "3",
            description = "How many replicas to run. Default: ${DEFAULT-VALUE}.")
    private int replicas;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "7070",
            description = "The first replica's port; the others have the next ones. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--database-port",
            paramLabel = "PORT",
            defaultValue = "7432",
            description = "PostgreSQL's port. Default: ${DEFAULT-VALUE}.")
    private int databasePort;

    @Option(names = "--no-sample", description = "Without the sample, a deployment pipeline that never ends.")
    private boolean withoutSample;

    @Override
    public Integer call() throws IOException, InterruptedException {
        var ports = requireSense();
        var console = Console.on(spec.commandLine().getOut());
        main.stop().listen();
        try (var directory =
                ephemeral ? DevDirectory.ephemeral() : DevDirectory.at(dataDirectory.orElseGet(DevDirectory::usual))) {
            var development = new Development(directory, ports, databasePort, console);
            if (withoutSample) {
                development.run(main.stop());
            } else {
                try (var receiver = Receiver.start()) {
                    development.withSample(receiver.address()).run(main.stop());
                }
            }
            return 0;
        }
    }

    private List<Integer> requireSense() {
        require(replicas >= 1 && replicas <= MOST_REPLICAS, "--replicas must be from 1 to " + MOST_REPLICAS + ".");
        require(port >= 1 && port + replicas - 1 <= LAST_PORT, "--port must leave room for all replicas below 65536.");
        require(databasePort >= 1 && databasePort <= LAST_PORT, "--database-port must be from 1 to 65535.");
        require(!(ephemeral && dataDirectory.isPresent()), "--ephemeral keeps nothing: it takes no --data-dir.");
        var ports =
                new ArrayList<>(IntStream.range(port, port + replicas).boxed().toList());
        require(!ports.contains(databasePort), "Port " + databasePort + " cannot be a replica's and the database's.");
        return ports;
    }

    private void require(boolean sensible, String message) {
        if (!sensible) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }
}
