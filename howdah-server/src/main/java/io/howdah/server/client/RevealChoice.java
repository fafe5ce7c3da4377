// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Whether something is shown without masks. */
final class RevealChoice {
    @Option(
            names = "--reveal",
            description = "Without masks; takes the permission to operate, and that you saw it is written down.")
    private boolean reveal;

    /** What is under the path, or under the path that reveals it. */
    JsonNode get(Remote remote, String path) throws IOException {
        return get(remote, path, "");
    }

    JsonNode get(Remote remote, String path, String query) throws IOException {
        return reveal ? remote.post(path + "/reveal" + query, Map.of()) : remote.get(path + query);
    }

    /** The same for what comes line by line. */
    void stream(Remote remote, String path, Consumer<String> lines) throws IOException {
        if (reveal) {
            remote.stream("POST", path + "/reveal", lines);
        } else {
            remote.stream("GET", path, lines);
        }
    }

    /** The same for what may be no JSON: as it is. */
    int print(CommandSpec command, String path) throws IOException {
        var remote = Remote.of(command);
        try (var answer = reveal ? remote.download("POST", path + "/reveal") : remote.download(path)) {
            var out = command.commandLine().getOut();
            out.println(new String(answer.content().readAllBytes(), StandardCharsets.UTF_8));
            out.flush();
        }
        return 0;
    }
}
