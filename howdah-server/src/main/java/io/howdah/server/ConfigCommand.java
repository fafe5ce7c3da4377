// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private Settings settings = new Settings();

    @Override
    public Integer call() {
        var environment = settings.with(System.getenv());
        var out = spec.commandLine().getOut();
        settings.file(System.getenv()).ifPresent(file -> out.println("# of " + file + " and of the environment"));
        Variables.effective(environment).forEach(out::println);
        out.flush();
        ListenSettings.from(environment);
        ReplicaSettings.from(environment);
        return 0;
    }
}
