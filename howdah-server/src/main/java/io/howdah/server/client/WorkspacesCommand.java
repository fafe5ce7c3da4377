// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.CommandException;
import io.howdah.server.client.Output.Column;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Workspaces from the command line. */
@Command(
        name = "workspaces",
        description = "List workspaces; read and write their files, go through their versions.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  howdah workspaces create shop/production",
            "  howdah workspaces put shop/production main.tf",
            "  howdah workspaces checkout shop/production ./work",
            "  howdah workspaces commit ./work -m 'by hand'"
        })
public final class WorkspacesCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("APPLICATION", "/application"),
            new Column("ENVIRONMENT", "/environment"),
            new Column("VERSION", "/head"),
            new Column("FILES", "/files"),
            new Column("BYTES", "/bytes"),
            new Column("STORE", "/store"),
            new Column("CHANGED", "/changedAt"));

    private static final List<Column> FILES =
            List.of(new Column("PATH", "/path"), new Column("BYTES", "/size"), new Column("SHA256", "/sha256"));

    private static final List<Column> VERSIONS = List.of(
            new Column("VERSION", "/number"),
            new Column("FILES", "/files"),
            new Column("BYTES", "/bytes"),
            new Column("BY", "/author"),
            new Column("WHEN", "/createdAt"),
            new Column("WHAT FOR", "/message"));

    private static final List<Column> DIFFERENCES = List.of(
            new Column("PATH", "/path"), new Column("BEFORE", "/before/size"), new Column("AFTER", "/after/size"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Option(names = "--limit", paramLabel = "COUNT", description = "At most so many.")
    private Optional<Integer> limit = Optional.empty();

    @Override
    public Integer call() throws IOException {
        return listing.show(spec, "workspaces" + Remote.query(Map.of("limit", limit)), COLUMNS);
    }

    @Command(
            name = "create",
            description = "Make a workspace, or set what it may hold and for how long.",
            mixinStandardHelpOptions = true)
    int create(@Parameters(paramLabel = "NAME") String name, @Mixin WorkspaceChoices choices, @Mixin Output form)
            throws IOException {
        var answer = Remote.of(spec).put(place(name), choices.body());
        form.say(
                out(),
                answer,
                name + " is at version " + answer.at("/workspace/head").asString() + ", its bytes in "
                        + answer.at("/workspace/store").asString());
        return 0;
    }

    @Command(name = "ls", description = "List the files of a version.", mixinStandardHelpOptions = true)
    int ls(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "PREFIX", arity = "0..1") Optional<String> prefix,
            @Option(names = "--at", paramLabel = "VERSION") Optional<String> version,
            @Option(names = "--limit", paramLabel = "COUNT") Optional<Integer> most,
            @Mixin Listing all)
            throws IOException {
        var query = Remote.query(Map.of("prefix", prefix, "version", version, "limit", most));
        return all.show(spec, place(name) + "/files" + query, FILES);
    }

    @Command(name = "cat", description = "Write a file to the standard output.", mixinStandardHelpOptions = true)
    int cat(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "PATH") String path,
            @Option(names = "--at", paramLabel = "VERSION") Optional<String> version)
            throws IOException {
        download(name, path, version, System.out);
        System.out.flush();
        return 0;
    }

    @Command(name = "get", description = "Write a file to a file here.", mixinStandardHelpOptions = true)
    int get(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "PATH") String path,
            @Parameters(index = "2", paramLabel = "FILE", arity = "0..1") Optional<Path> file,
            @Option(names = "--at", paramLabel = "VERSION") Optional<String> version)
            throws IOException {
        var target = file.orElseGet(() -> Path.of(path.substring(path.lastIndexOf('/') + 1)));
        // Whole or not at all: what breaks off in the middle does not take the place of what is there.
        var beside = target.resolveSibling(target.getFileName() + ".howdah-part");
        try {
            try (var out = Files.newOutputStream(beside)) {
                download(name, path, version, out);
            }
            Files.move(beside, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
        return 0;
    }

    @Command(name = "put", description = "Make a file here a file of the workspace.", mixinStandardHelpOptions = true)
    int put(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "FILE") Path file,
            @Parameters(index = "2", paramLabel = "PATH", arity = "0..1") Optional<String> path,
            @Mixin CommitChoices choices,
            @Mixin Output form)
            throws IOException {
        var target = path.orElseGet(() -> String.valueOf(file.getFileName()));
        if (!Files.isRegularFile(file)) {
            throw CommandException.withCode(2, "There is no file " + file + ".");
        }
        var executable = Files.isExecutable(file) ? Optional.of(true) : Optional.empty();
        var query = Remote.query(Map.of("message", choices.message(), "executable", executable));
        try (var content = Files.newInputStream(file)) {
            var answer = Remote.of(spec)
                    .upload(
                            "PUT",
                            file(name, target) + query,
                            choices.headers("application/octet-stream"),
                            content::transferTo);
            return version(form, answer);
        }
    }

    @Command(name = "rm", description = "Take a file away.", mixinStandardHelpOptions = true)
    int rm(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "PATH") String path,
            @Mixin CommitChoices choices,
            @Mixin Output form)
            throws IOException {
        var query = Remote.query(Map.of("message", choices.message()));
        return version(
                form, Remote.of(spec).send("DELETE", file(name, path) + query, choices.headers(), Optional.empty()));
    }

    @Command(name = "mv", description = "Give a file another path.", mixinStandardHelpOptions = true)
    int mv(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "FROM") String from,
            @Parameters(index = "2", paramLabel = "TO") String to,
            @Mixin CommitChoices choices,
            @Mixin Output form)
            throws IOException {
        Map<String, Object> body = new LinkedHashMap<>(Map.of("from", from, "to", to));
        choices.message().ifPresent(message -> body.put("message", message));
        return version(
                form, Remote.of(spec).send("POST", place(name) + "/rename", choices.headers(), Optional.of(body)));
    }

    @Command(name = "history", description = "List versions, the newest first.", mixinStandardHelpOptions = true)
    int history(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--limit", paramLabel = "COUNT") Optional<Integer> most,
            @Mixin Listing all)
            throws IOException {
        return all.show(spec, place(name) + "/versions" + Remote.query(Map.of("limit", most)), VERSIONS);
    }

    @Command(
            name = "diff",
            description = "List what is different in one version from another, or from the head.",
            mixinStandardHelpOptions = true)
    int diff(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "FROM") String from,
            @Parameters(index = "2", paramLabel = "TO", arity = "0..1") Optional<String> to,
            @Mixin Listing all)
            throws IOException {
        var query = Remote.query(Map.of("from", Optional.of(from), "to", to, "limit", Optional.of(500)));
        return all.show(spec, place(name) + "/diff" + query, DIFFERENCES);
    }

    @Command(
            name = "rollback",
            description = "Make a new version with the files of an earlier one.",
            mixinStandardHelpOptions = true)
    int rollback(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "VERSION") String version,
            @Mixin CommitChoices choices,
            @Mixin Output form)
            throws IOException {
        Map<String, Object> body = new LinkedHashMap<>(Map.of("version", version));
        choices.message().ifPresent(message -> body.put("message", message));
        return version(
                form, Remote.of(spec).send("POST", place(name) + "/rollback", choices.headers(), Optional.of(body)));
    }

    @Command(
            name = "move",
            description = "Move its bytes to another store that the replica has, while it is used.",
            mixinStandardHelpOptions = true)
    int move(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "STORE", description = "postgresql, directory or s3.") String store,
            @Mixin Output form)
            throws IOException {
        var moved = Remote.of(spec).post(place(name) + "/move", Map.of("store", store));
        form.say(out(), moved, name + " has its bytes in " + store);
        return 0;
    }

    @Command(
            name = "tag",
            description = "Name a version, the head if none is given, or take a name away.",
            mixinStandardHelpOptions = true)
    int tag(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "TAG") String tag,
            @Parameters(index = "2", paramLabel = "VERSION", arity = "0..1") Optional<String> version,
            @Option(names = "--remove", description = "Take it away.") boolean remove,
            @Mixin Output form)
            throws IOException {
        var remote = Remote.of(spec);
        var path = place(name) + "/tags/" + Remote.step(tag);
        if (remove) {
            var answer = remote.delete(path);
            form.say(out(), answer, answer.path("removed").asBoolean() ? "removed" : "there was no such tag");
            return 0;
        }
        var named = version.isPresent()
                ? version.get()
                : remote.get(place(name)).at("/workspace/head").asString();
        var answer = remote.put(path, Map.of("version", named));
        form.say(out(), answer, tag + " is version " + answer.path("version").asString());
        return 0;
    }

    @Command(
            name = "checkout",
            description = "Write all files of a version into a directory that is new or empty.",
            mixinStandardHelpOptions = true)
    int checkout(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "DIRECTORY") Path path,
            @Option(names = "--at", paramLabel = "VERSION") Optional<String> version,
            @Mixin Output form)
            throws IOException {
        var directory = new WorkspaceDirectory(path.toAbsolutePath().normalize());
        directory.requireEmpty();
        var query = Remote.query(Map.of("version", version));
        try (var archive = Remote.of(spec).download(place(name) + "/archive" + query)) {
            var number = Long.parseLong(archive.header("Howdah-Version"));
            var files = directory.take(archive.content());
            directory.mark(new WorkspaceDirectory.Mark(name, number));
            var answer = Map.of("workspace", name, "version", number, "files", files);
            form.say(out(), Remote.tree(answer), files + (files == 1 ? " file" : " files") + " of version " + number);
        }
        return 0;
    }

    @Command(
            name = "commit",
            description = "Make what is in a checkout the next version, if nobody was faster.",
            mixinStandardHelpOptions = true)
    int commit(
            @Parameters(paramLabel = "DIRECTORY") Path path,
            @Option(
                            names = {"-m", "--message"},
                            paramLabel = "TEXT")
                    Optional<String> message,
            @Mixin Output form)
            throws IOException {
        var directory = new WorkspaceDirectory(path.toAbsolutePath().normalize());
        var mark = directory.mark();
        var query = Remote.query(Map.of("replace", Optional.of(true), "message", message));
        var headers = Map.of("Content-Type", "application/x-tar", "If-Match", "\"" + mark.version() + "\"");
        var answer =
                Remote.of(spec).upload("POST", place(mark.workspace()) + "/archive" + query, headers, directory::give);
        directory.mark(new WorkspaceDirectory.Mark(
                mark.workspace(), answer.path("number").asLong()));
        return version(form, answer);
    }

    private int version(Output form, JsonNode answer) {
        form.say(out(), answer, "version " + answer.path("number").asString());
        return 0;
    }

    private void download(String name, String path, Optional<String> version, OutputStream out) throws IOException {
        try (var answer = Remote.of(spec).download(file(name, path) + Remote.query(Map.of("version", version)))) {
            answer.content().transferTo(out);
        }
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private static String place(String name) {
        var halves = name.split("/", -1);
        if (halves.length != 2) {
            throw CommandException.withCode(2, "A workspace is named APPLICATION/ENVIRONMENT: " + name);
        }
        return "workspaces/" + Remote.step(halves[0]) + "/" + Remote.step(halves[1]);
    }

    private static String file(String name, String path) {
        var steps = Arrays.stream(path.split("/", -1)).map(Remote::step).toList();
        return place(name) + "/files/" + String.join("/", steps);
    }
}
