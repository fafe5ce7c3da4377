// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows what a replica would go by. */
@Command(
        name = "config",
        description = "Show every setting that serve reads from the environment, and its value; secrets as ***.",
        mixinStandardHelpOptions = true,
        footer = {"", "What is not set has a # before it, and its default. The exit code is 2 if something is wrong."})
final class ConfigCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        var environment = System.getenv();
        Variables.effective(environment).forEach(spec.commandLine().getOut()::println);
        spec.commandLine().getOut().flush();
        Variables.check(environment);
        DeliverySettings.from(environment);
        RetentionSettings.from(environment);
        WorkspaceSettings.from(environment);
        MetricsAccess.from(environment);
        return 0;
    }
}
