// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.CommandException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Something that is done to one, or in one request to all that match. */
final class Many {
    @Option(names = "--all", description = "All that match.")
    private boolean all;

    @Option(names = "--dry-run", description = "With --all: only say how many.")
    private boolean dryRun;

    @Mixin
    private Waiting waiting = new Waiting();

    /** Whether it is all that match; one of the two must have been said. */
    boolean isAll(Optional<?> one) {
        if (one.isPresent() == all) {
            throw CommandException.withCode(2, "Say either which one, or --all and what they have in common.");
        }
        if (dryRun && !all) {
            throw CommandException.withCode(2, "--dry-run belongs to --all.");
        }
        return all;
    }

    Waiting waiting() {
        return waiting;
    }

    /** A server may take long for a million: whoever waits does so without a limit of the connection. */
    int run(CommandSpec command, Output form, String path, Map<String, Object> selection) throws IOException {
        var out = command.commandLine().getOut();
        var remote = Remote.of(command);
        if (dryRun || !waiting.isOn()) {
            var answer = remote.post(path, with(selection, dryRun));
            var count = answer.path("count").asString();
            form.say(out, answer, dryRun ? count + " would be; nothing was changed" : count + " done");
            return 0;
        }
        var counted = remote.post(path, with(selection, true));
        var running = CompletableFuture.supplyAsync(() -> done(remote.patient(), path, with(selection, false)));
        var goesOn = new Standing(
                counted.path("count").asString() + " to do", OptionalInt.empty(), OptionalInt.empty(), counted);
        return waiting.await(command, form, () -> running.isDone() ? ended(running) : goesOn);
    }

    private static JsonNode done(Remote remote, String path, Map<String, Object> body) {
        try {
            return remote.post(path, body);
        } catch (IOException broken) {
            throw CommandException.withCode(6, "The connection broke: " + broken.getMessage());
        }
    }

    private static Standing ended(CompletableFuture<JsonNode> running) {
        try {
            var answer = running.join();
            return Standing.over(answer.path("count").asString() + " done", 0, answer);
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof CommandException refused) {
                return Standing.over(String.valueOf(refused.getMessage()), refused.exitCode(), Remote.tree(Map.of()));
            }
            throw failed;
        }
    }

    private static Map<String, Object> with(Map<String, Object> selection, boolean dryRun) {
        Map<String, Object> body = new LinkedHashMap<>(selection);
        body.put("dryRun", dryRun);
        return body;
    }
}
