// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks;

import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.harness.Effort;
import io.howdah.benchmarks.harness.Harness;
import io.howdah.benchmarks.harness.Report;
import io.howdah.benchmarks.harness.Server;
import io.howdah.embedded.EmbeddedException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code howdah bench}: runs one benchmark and reports it. */
@Command(
        name = "howdah bench",
        description = "Measures ours and peers side by side on one durable PostgreSQL.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:everything was measured or skipped", "1:a contender failed", "2:the command is wrong"})
public final class Main implements Callable<Integer> {
    private static final String NOT_RUN = "The benchmark could not be run. ";

    private final PrintStream out;
    private final PrintStream progress;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The benchmark; without it they are listed.")
    private @Nullable String name;

    @Option(names = "--list", description = "List the benchmarks.")
    private boolean list;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write everything that was found to this file.")
    private @Nullable Path json;

    @Option(names = "--quick", description = "One short repeat: to see that it runs, not to believe the figures.")
    private boolean quick;

    @Option(
            names = "--only",
            paramLabel = "TEXT",
            description = "Only scenarios whose name contains this text; may be given several times.")
    private List<String> only = List.of();

    @Option(
            names = "--contender",
            paramLabel = "TEXT",
            description = "Only contenders whose name contains this text; may be given several times.")
    private List<String> contenders = List.of();

    @Option(names = "--repeats", paramLabel = "N", description = "Measure everything N times (3, quick: 1).")
    private @Nullable Integer repeats;

    @Option(names = "--seconds", paramLabel = "S", description = "How long one repeat lasts (5, quick: 1).")
    private @Nullable Double seconds;

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "How many jobs there are before the console is asked (10000000, quick: 100000).")
    private @Nullable Integer rows;

    @Option(
            names = "--url",
            paramLabel = "JDBC-URL",
            description = "A PostgreSQL that runs already, with user and password; databases are created in it.")
    private @Nullable String url;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Where the run's own PostgreSQL keeps its data meanwhile, so whose disk is measured.",
            defaultValue = "${sys:java.io.tmpdir}")
    private Path directory = Path.of(".");

    private Main(PrintStream out, PrintStream progress) {
        this.out = out;
        this.progress = progress;
    }

    public static void main(String[] args) {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var progress = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(out, progress, args));
    }

    /** Runs the command and returns its exit code. */
    static int run(PrintStream out, PrintStream progress, String... args) {
        return new CommandLine(new Main(out, progress))
                .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(progress, true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler((failure, command, parsed) -> explain(failure, progress))
                .execute(args);
    }

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        if (list || name == null) {
            out.print(Benchmarks.list());
            return 0;
        }
        String wanted = name;
        Benchmark whole = Benchmarks.named(wanted)
                .orElseThrow(() -> wrong("There is no benchmark \"" + wanted + "\". There are:\n" + Benchmarks.list()));
        Benchmark benchmark = part(whole);
        Effort effort = effort();
        requireWritable();
        Report report;
        try (Server server = server();
                benchmark) {
            report = Harness.on(server, effort, progress).run(benchmark);
        }
        out.print(report.text());
        if (json != null) {
            Files.writeString(json, report.json());
        }
        return report.hasFailures() ? 1 : 0;
    }

    private static int explain(Exception failure, PrintStream progress) {
        switch (failure) {
            case InterruptedException brokenOff -> progress.println(brokenOff.getMessage());
            case IOException outside -> progress.println(NOT_RUN + outside);
            case SQLException outside -> progress.println(NOT_RUN + outside);
            case EmbeddedException outside -> progress.println(NOT_RUN + outside.getMessage());
            default -> failure.printStackTrace(progress);
        }
        return 1;
    }

    private Benchmark part(Benchmark whole) {
        Part part = Part.of(whole, only, contenders);
        if (part.scenarios().isEmpty()) {
            throw wrong("No scenario is left. There are:\n" + Benchmarks.scenarios(whole));
        }
        return part;
    }

    private Server server() throws IOException, SQLException {
        if (url == null) {
            return Server.throwaway(directory);
        }
        try {
            return Server.at(url);
        } catch (IllegalArgumentException invalid) {
            throw wrong("The value of --url is not an address for JDBC such as jdbc:postgresql://host/db?user=name.");
        }
    }

    private Effort effort() {
        try {
            Effort effort = quick ? Effort.quick() : Effort.full();
            effort = repeats == null ? effort : effort.withRepeats(repeats);
            effort = rows == null ? effort : effort.withRows(rows);
            return seconds == null ? effort : effort.withRepeat(Duration.ofNanos(Math.round(seconds * 1e9)));
        } catch (IllegalArgumentException senseless) {
            throw wrong(senseless.getMessage());
        }
    }

    /** Found out before minutes of measuring, not after. */
    private void requireWritable() {
        if (json == null) {
            return;
        }
        Path parent = json.toAbsolutePath().getParent();
        if (parent == null || !Files.isWritable(parent) || Files.isDirectory(json)) {
            throw wrong("The file " + json + " cannot be written. Choose another one for --json.");
        }
    }

    private ParameterException wrong(@Nullable String why) {
        var command = spec == null ? new CommandLine(this) : spec.commandLine();
        return new ParameterException(command, String.valueOf(why));
    }

    /** The version in the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"howdah bench " + (version == null ? "(not packaged)" : version)};
        }
    }
}
