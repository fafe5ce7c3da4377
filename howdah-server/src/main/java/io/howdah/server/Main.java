// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.server.client.ApprovalsCommand;
import io.howdah.server.client.AuditCommand;
import io.howdah.server.client.Caller;
import io.howdah.server.client.CheatCommand;
import io.howdah.server.client.CompletionCommand;
import io.howdah.server.client.ContextCommand;
import io.howdah.server.client.DoctorCommand;
import io.howdah.server.client.JobsCommand;
import io.howdah.server.client.KeysCommand;
import io.howdah.server.client.LimitsCommand;
import io.howdah.server.client.LocksCommand;
import io.howdah.server.client.LogCommand;
import io.howdah.server.client.MembersCommand;
import io.howdah.server.client.MessagesCommand;
import io.howdah.server.client.NotificationsCommand;
import io.howdah.server.client.QueuesCommand;
import io.howdah.server.client.SchedulesCommand;
import io.howdah.server.client.TimelineCommand;
import io.howdah.server.client.TopCommand;
import io.howdah.server.client.TopicsCommand;
import io.howdah.server.client.UsersCommand;
import io.howdah.server.client.WorkflowsCommand;
import io.howdah.server.client.WorkspacesCommand;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command line. Its exit codes are listed in its help. */
@Command(
        name = "howdah",
        description = "Locks, jobs, messages, an event log and more, on PostgreSQL.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footer = {
            "",
            "Start here:",
            "  howdah dev                 PostgreSQL and three replicas on this machine",
            "  howdah dev --ephemeral     the same, thrown away at the end",
            "  howdah bench               measure it on this machine",
            "  howdah cheat               examples of everything",
            "",
            "Commands about jobs, queues and the like talk to the replica of --context;",
            "else to the one at HOWDAH_URL with the key in HOWDAH_API_KEY, or of",
            "HOWDAH_CONTEXT; else to that of the current context (howdah context); else",
            "to the one that howdah dev runs.",
            "",
            "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 conflict,",
            "5 denied, 6 unreachable; of --wait also 7 called off, 124 timed out,",
            "130 interrupted.",
            "HOWDAH_DEBUG=1 or --verbose shows stack traces.",
        })
public final class Main implements Runnable, Caller {
    private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

    private static final List<Class<?>> COMMANDS = List.of(
            DevCommand.class,
            ServeCommand.class,
            MigrateCommand.class,
            ConfigCommand.class,
            JobsCommand.class,
            QueuesCommand.class,
            MessagesCommand.class,
            TopicsCommand.class,
            SchedulesCommand.class,
            ApprovalsCommand.class,
            NotificationsCommand.class,
            LocksCommand.class,
            LogCommand.class,
            LimitsCommand.class,
            WorkflowsCommand.class,
            WorkspacesCommand.class,
            DoctorCommand.class,
            CheatCommand.class,
            CompletionCommand.class,
            MembersCommand.class,
            TimelineCommand.class,
            TopCommand.class,
            UsersCommand.class,
            KeysCommand.class,
            AuditCommand.class,
            ContextCommand.class,
            HelpCommand.class);

    /** These look at all the others. */
    private static final List<Class<?>> LOOK_AROUND = List.of(CompletionCommand.class, HelpCommand.class);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Show stack traces of failures.")
    private boolean verbose = System.getenv("HOWDAH_DEBUG") != null;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description = "Talk to the replica that has this name here: howdah context.")
    private Optional<String> context = Optional.empty();

    private final StopSignal stop;
    private final Map<String, String> environment;
    private boolean listening;

    private Main(StopSignal stop, Map<String, String> environment) {
        this.stop = stop;
        this.environment = environment;
    }

    public static void main(String[] arguments) {
        if (!List.of(arguments).contains("serve")) {
            // A replica keeps a log; the other commands talk to a person.
            System.setProperty(LOG_LEVEL, System.getProperty(LOG_LEVEL, "error"));
        }
        var stop = new StopSignal();
        var code = CommandLine.ExitCode.SOFTWARE;
        try {
            code = commandLine(stop, System.getenv(), arguments).execute(arguments);
        } finally {
            // Also after an Error, of which the JVM then tells: nobody may wait for a command that is over.
            stop.finished(code);
        }
        System.exit(code);
    }

    /** One that knows the command that the arguments begin with, or all where they begin with none. */
    static CommandLine commandLine(StopSignal stop, Map<String, String> environment, String... arguments) {
        var main = new Main(stop, environment);
        var line = new CommandLine(main);
        commands(arguments).forEach(line::addSubcommand);
        line.registerConverter(Duration.class, Main::duration);
        return line.setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler((failure, given) -> WrongUsage.tell(failure))
                .setExecutionExceptionHandler((failure, at, parsed) -> main.fail(failure, at));
    }

    private static Duration duration(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException wrong) {
            throw new TypeConversionException("'" + text + "' is not a duration such as PT30S");
        }
    }

    /** Learning what a command can do takes longer than doing it: those that are not asked for need not be known. */
    private static List<Class<?>> commands(String... arguments) {
        return COMMANDS.stream()
                .filter(command -> arguments.length > 0
                        && !LOOK_AROUND.contains(command)
                        && command.getAnnotation(Command.class).name().equals(arguments[0]))
                .findFirst()
                .<List<Class<?>>>map(List::of)
                .orElse(COMMANDS);
    }

    /** Told when somebody presses Ctrl-C or sends SIGTERM. */
    StopSignal stop() {
        return stop;
    }

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public Optional<String> context() {
        return context;
    }

    @Override
    public boolean pause(Duration time) {
        if (!listening) {
            stop.listen();
            listening = true;
        }
        try {
            stop.requested().get(time.toMillis(), TimeUnit.MILLISECONDS);
            return false;
        } catch (TimeoutException nobody) {
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Which command? Perhaps dev.");
    }

    private int fail(Exception failure, CommandLine line) {
        var err = line.getErr();
        err.println("howdah: " + Sentence.of(failure));
        if (verbose) {
            failure.printStackTrace(err);
        }
        return failure instanceof CommandException known ? known.exitCode() : CommandLine.ExitCode.SOFTWARE;
    }
}
