// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.client.Output.Column;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;

/** What every list can be asked for: how it is shown, and whether again and again. */
final class Listing {
    @Mixin
    private Output output = new Output();

    @Mixin
    private Watch watch = new Watch();

    /** What is listed. */
    @FunctionalInterface
    interface Source {
        JsonNode items(Remote remote) throws IOException;
    }

    /** The items of what the path answers. */
    int show(CommandSpec command, String path, List<Column> columns) throws IOException {
        return show(command, remote -> remote.get(path), columns);
    }

    int show(CommandSpec command, Source source, List<Column> columns) throws IOException {
        return show(command, source, columns, all -> {});
    }

    /** @param afterwards what is to be said below the list */
    int show(CommandSpec command, Source source, List<Column> columns, Consumer<JsonNode> afterwards)
            throws IOException {
        return watch.show(command, out -> {
            var all = source.items(Remote.of(command));
            output.show(out, all, columns);
            afterwards.accept(all);
        });
    }
}
