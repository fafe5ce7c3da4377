// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What shells complete by. */
@Command(
        name = "completion",
        description = "Print a script by which bash and zsh complete commands and options.",
        mixinStandardHelpOptions = true,
        footer = {"", "  source <(howdah completion)"})
public final class CompletionCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        var out = spec.commandLine().getOut();
        out.print(AutoComplete.bash("howdah", spec.root().commandLine()));
        out.flush();
        return 0;
    }
}
