// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.CommandException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Shows the same again and again, until somebody has seen enough. */
final class Watch {
    private static final int LONGEST_SECONDS = 3600;

    @Option(
            names = "--watch",
            paramLabel = "SECONDS",
            arity = "0..1",
            fallbackValue = "2",
            description = "Show it again every so many seconds, until Ctrl-C. Default: ${FALLBACK-VALUE}.")
    private Optional<Integer> seconds = Optional.empty();

    /** What is shown. */
    @FunctionalInterface
    interface Picture {
        void draw(PrintWriter out) throws IOException;
    }

    /** Once, or for as long as it is watched. */
    int show(CommandSpec command, Picture picture) throws IOException {
        if (seconds.isEmpty()) {
            picture.draw(command.commandLine().getOut());
            return 0;
        }
        if (seconds.get() < 1 || seconds.get() > LONGEST_SECONDS) {
            throw CommandException.withCode(2, "--watch takes 1 to " + LONGEST_SECONDS + " seconds: " + seconds.get());
        }
        return repeat(command, Duration.ofSeconds(seconds.get()), picture);
    }

    /** Drawn in one go, so that nothing flickers; without a terminal one comes after the other. */
    static int repeat(CommandSpec command, Duration every, Picture picture) throws IOException {
        var caller = (Caller) command.root().userObject();
        var out = command.commandLine().getOut();
        do {
            var drawn = new StringWriter();
            picture.draw(new PrintWriter(drawn));
            out.print(Style.of(caller).screen(drawn.toString()));
            out.flush();
        } while (caller.pause(every));
        return 0;
    }
}
