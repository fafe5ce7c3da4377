// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher script, in a repository of its own with a Maven that only counts and a Java that only speaks. */
class LauncherTest {
    private static final Path SCRIPT = Path.of("..", "howdah");

    @TempDir
    Path directory;

    private Path repository;
    private Path source;

    @BeforeEach
    void prepare() throws IOException {
        repository = Files.createDirectories(directory.resolve("a repository"));
        Files.copy(SCRIPT, repository.resolve("howdah"));
        executable(repository.resolve("howdah"), Files.readString(SCRIPT));
        Files.writeString(repository.resolve("pom.xml"), "");
        Files.createDirectories(repository.resolve("howdah-server/src/main"));
        Files.writeString(repository.resolve("howdah-server/pom.xml"), "");
        source = Files.writeString(repository.resolve("howdah-server/src/main/Source.java"), "");
        jdk("jdk-25", "25.0.1");
        maven("""
                sleep 0.3
                for module in howdah-server/target/howdah benchmarks/target/benchmarks; do
                  mkdir -p "${module%/*}/lib"
                  : > "$module.jar"
                done
                """);
    }

    /** An archive of classes is made beside the command, which does not wait for it. */
    @AfterEach
    void nobody_writes_here_any_more() throws IOException {
        var launcher = repository.resolve("target/launcher");
        if (!Files.isDirectory(launcher)) {
            return;
        }
        try (var makers = Files.newDirectoryStream(launcher, "*.maker")) {
            for (var maker : makers) {
                pid(maker)
                        .flatMap(ProcessHandle::of)
                        .ifPresent(process -> process.onExit().join());
            }
        }
    }

    private static Optional<Long> pid(Path maker) throws IOException {
        try {
            return Optional.of(Files.readString(maker).strip())
                    .filter(text -> !text.isEmpty())
                    .map(Long::valueOf);
        } catch (NoSuchFileException over) {
            return Optional.empty();
        }
    }

    @Test
    void it_builds_once_and_then_only_runs() throws Exception {
        var first = run("dev", "--data-dir", "a b");
        assertThat(first.output).contains("building howdah", "java jdk-25", "howdah.jar [dev] [--data-dir] [a b]");
        assertThat(first.exitCode).isZero();

        assertThat(run("--version").output).doesNotContain("building");
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void it_builds_again_when_a_source_is_newer_or_gone() throws Exception {
        run("--version");

        touch(source);
        run("--version");
        assertThat(builds()).isEqualTo(2);

        Files.delete(source);
        touch(repository.resolve("howdah-server/src/main"));
        run("--version");
        assertThat(builds()).isEqualTo(3);
    }

    @Test
    void two_at_once_build_once() throws Exception {
        var one = start(repository.resolve("howdah"), "--version");
        var other = start(repository.resolve("howdah"), "--version");

        assertThat(Run.of(one).output).contains("java jdk-25");
        assertThat(Run.of(other).output).contains("java jdk-25");
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void the_lock_of_a_dead_process_holds_nobody_up() throws Exception {
        var dead = new ProcessBuilder("true").start();
        dead.waitFor();
        Files.createDirectories(repository.resolve("target/launcher"));
        Files.writeString(repository.resolve("target/launcher/lock"), dead.pid() + "\n");

        assertThat(run("--version").output).contains("java jdk-25").doesNotContain("waiting");
        assertThat(repository.resolve("target/launcher/lock")).doesNotExist();
    }

    @Test
    void a_build_that_fails_says_why_and_is_tried_again() throws Exception {
        maven("echo '[ERROR] Source.java: something is wrong'; exit 1\n");

        var failed = run("--version");

        assertThat(failed.exitCode).isEqualTo(1);
        assertThat(failed.output).contains("something is wrong", "howdah: the build failed", "build.log");
        assertThat(failed.output).doesNotContain("java jdk-25");
        run("--version");
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void without_maven_it_says_what_to_install() throws Exception {
        var tools = Files.createDirectory(directory.resolve("tools"));
        for (var tool : List.of("sh", "sed", "find", "head", "cat", "dirname", "readlink", "mkdir", "rm")) {
            var found = Run.of(new ProcessBuilder("sh", "-c", "command -v " + tool).start())
                    .output
                    .strip();
            executable(tools.resolve(tool), "#!/bin/sh\nexec " + found + " \"$@\"\n");
        }
        var builder = builder(repository.resolve("howdah"), "--version");
        builder.environment().put("PATH", tools.toString());

        var refused = Run.of(builder.start());

        assertThat(refused.exitCode).isEqualTo(1);
        assertThat(refused.output).contains("there is no Maven here", "Install Maven 3.8 or newer");
    }

    @Test
    void an_old_java_home_is_passed_over() throws Exception {
        var builder = builder(repository.resolve("howdah"), "--version");
        builder.environment().put("JAVA_HOME", jdk("jdk-17", "17.0.2").toString());
        jdk("jdk-21", "21.0.9");
        builder.environment().put("HOME", directory.toString());
        Files.createDirectories(directory.resolve(".jdks"));
        Files.move(directory.resolve("jdk-21"), directory.resolve(".jdks/jdk-9999"));
        Files.writeString(directory.resolve(".jdks/jdk-9999/release"), "JAVA_VERSION=\"9999\"\n");

        assertThat(Run.of(builder.start()).output).contains("java jdk-9999");
    }

    @Test
    void it_works_through_a_link_from_anywhere() throws Exception {
        var link = Files.createSymbolicLink(directory.resolve("link"), repository.resolve("howdah"));

        assertThat(Run.of(start(link, "--version")).output).contains("java jdk-25");
    }

    @Test
    void classes_are_kept_for_the_commands_that_follow_until_the_jar_is_another() throws Exception {
        var archive = repository.resolve("target/launcher/commands-jdk-25.jsa");
        assertThat(run("queues").output).contains("java jdk-25 howdah.jar [queues]");
        Await.until("they are kept", () -> Files.exists(archive));

        var jar = repository.resolve("howdah-server/target/howdah.jar");
        Files.setLastModifiedTime(archive, FileTime.from(Instant.now().plusSeconds(2)));
        assertThat(run("queues").output).contains("java jdk-25 with commands-jdk-25.jsa howdah.jar [queues]");
        assertThat(run("serve").output).as("a replica goes without").contains("java jdk-25 howdah.jar [serve]");

        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(4)));
        assertThat(run("queues").output).contains("java jdk-25 howdah.jar [queues]");
        Await.until(
                "they are kept anew",
                () -> !Files.readString(archive).isEmpty()
                        && !Files.exists(archive.resolveSibling(archive.getFileName() + ".maker")));
    }

    @Test
    void where_nothing_may_be_written_commands_go_without() throws Exception {
        run("--version");
        Await.until("they are kept", () -> Files.exists(repository.resolve("target/launcher/commands-jdk-25.jsa")));
        Files.delete(repository.resolve("target/launcher/commands-jdk-25.jsa"));
        Files.createDirectory(repository.resolve("target/launcher/commands-jdk-25.jsa"));

        var result = run("queues");

        assertThat(result.exitCode).isZero();
        assertThat(result.output).isEqualTo("java jdk-25 howdah.jar [queues]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "this is no archive"})
    void a_jvm_passes_over_an_archive_that_is_broken_and_says_nothing(String content) throws Exception {
        var archive = Files.writeString(directory.resolve("broken.jsa"), content);
        var java = Path.of(System.getProperty("java.home"), "bin", "java");

        var result = Run.of(new ProcessBuilder(
                        java.toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "-Xlog:disable",
                        "-XX:SharedArchiveFile=" + archive,
                        "--version")
                .redirectErrorStream(true)
                .start());

        assertThat(result.exitCode).isZero();
        assertThat(result.output).doesNotContainIgnoringCase("archive");
    }

    @Test
    void bench_has_its_own_jar() throws Exception {
        assertThat(run("bench", "locks").output).contains("benchmarks.jar [locks]");
    }

    private Path jdk(String name, String version) throws IOException {
        var home = directory.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        executable(home.resolve("bin/javac"), "#!/bin/sh\n");
        executable(home.resolve("bin/java"), """
                #!/bin/sh
                home=${0%/bin/java}
                shared=
                while [ $# -gt 0 ] && [ "$1" != -jar ]; do
                  case $1 in
                    -XX:ArchiveClassesAtExit=*) echo classes > "${1#*=}" ;;
                    -XX:SharedArchiveFile=*) shared=" with ${1##*/}" ;;
                  esac
                  shift
                done
                [ $# -gt 0 ] || exit 0
                printf 'java %s%s %s' "${home##*/}" "$shared" "${2##*/}"
                shift 2
                for argument; do printf ' [%s]' "$argument"; done
                """);
        return home;
    }

    private void maven(String script) throws IOException {
        Files.createDirectories(directory.resolve("maven"));
        executable(
                directory.resolve("maven/mvn"),
                "#!/bin/sh\ncd '" + repository + "' || exit 1\necho x >> '" + directory + "/builds'\n" + script);
    }

    private int builds() throws IOException {
        return Files.readAllLines(directory.resolve("builds")).size();
    }

    private Run run(String... arguments) throws Exception {
        return Run.of(start(repository.resolve("howdah"), arguments));
    }

    private Process start(Path script, String... arguments) throws IOException {
        return builder(script, arguments).start();
    }

    private ProcessBuilder builder(Path script, String... arguments) {
        var command = new ArrayList<>(List.of("sh", script.toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true).directory(directory.toFile());
        builder.environment().put("JAVA_HOME", directory.resolve("jdk-25").toString());
        builder.environment().put("PATH", directory.resolve("maven") + ":" + System.getenv("PATH"));
        return builder;
    }

    private static void executable(Path file, String content) throws IOException {
        Files.writeString(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Newer than what was just built, whatever the grain of the file system's clock. */
    private static void touch(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(1)));
    }

    private record Run(int exitCode, String output) {
        static Run of(Process process) throws Exception {
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Run(process.waitFor(), output);
        }
    }
}
