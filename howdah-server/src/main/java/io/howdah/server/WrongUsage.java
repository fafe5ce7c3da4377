// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What somebody is told who has typed what is no command: what is wrong, what they may have meant, where to look. */
final class WrongUsage {
    /** What people try first, of commands that list when they are given nothing else. */
    private static final List<String> LISTING = List.of("list", "ls");

    private WrongUsage() {}

    static int tell(ParameterException failure) {
        var line = failure.getCommandLine();
        var err = line.getErr();
        if (failure instanceof UnmatchedArgumentException unmatched) {
            tell(unmatched.getUnmatched().getFirst(), line.getCommandSpec(), err);
        } else {
            // Its own word for a number is that of the language it is written in.
            err.println("howdah: "
                    + String.valueOf(failure.getMessage()).replace("is not a long", "is not a whole number"));
        }
        err.println("Try: " + line.getCommandSpec().qualifiedName() + " --help");
        return CommandLine.ExitCode.USAGE;
    }

    private static void tell(String word, CommandSpec command, PrintWriter err) {
        var option = word.startsWith("-");
        var what = option ? "option" : command.subcommands().isEmpty() ? "argument" : "command";
        var where = command.parent() == null ? "" : " of " + command.qualifiedName();
        err.println("howdah: There is no " + what + " '" + word + "'" + where + ".");
        (option ? option(word, command) : command(word, command))
                .ifPresent(meant -> err.println("Did you mean: " + meant + "?"));
    }

    private static Optional<String> option(String word, CommandSpec command) {
        var known = command.options().stream().flatMap(one -> Stream.of(one.names()));
        return nearest(word.split("=", 2)[0], known);
    }

    private static Optional<String> command(String word, CommandSpec command) {
        if (LISTING.contains(word) && command.findOption("-o") != null) {
            return Optional.of(command.qualifiedName());
        }
        return nearest(word, command.subcommands().keySet().stream()).map(near -> command.qualifiedName() + " " + near);
    }

    private static Optional<String> nearest(String word, Stream<String> known) {
        return Spelling.nearest(word, known, Math.max(1, word.length() / 3));
    }
}
