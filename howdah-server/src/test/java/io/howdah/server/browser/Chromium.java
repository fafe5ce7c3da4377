// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.browser;

import io.howdah.test.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Chromium of the operating system, without a window and with a profile of its own. It ends with {@link #close}, and
 * with this JVM.
 */
public final class Chromium implements AutoCloseable {
    private static final String LISTENING = "DevTools listening on ";
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private final Process process;
    private final Path profile;
    private final Thread killAtShutdown;
    private @Nullable DevTools tools;

    private Chromium(Process process, Path profile, Thread killAtShutdown) {
        this.process = process;
        this.profile = profile;
        this.killAtShutdown = killAtShutdown;
    }

    /** Where it is installed. */
    public static Optional<Path> installed() {
        var path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(":"))
                .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** It takes its time, so nobody waits for it here. */
    public static Chromium start(Path program) throws IOException {
        var profile = Files.createTempDirectory("howdah-chromium-");
        var command = new ArrayList<>(List.of(
                program.toString(),
                "--headless=new",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-dev-shm-usage",
                "--disable-extensions",
                "--disable-gpu",
                "--disable-sync",
                "--force-device-scale-factor=1",
                "--hide-scrollbars",
                "--lang=en",
                "about:blank"));
        if (System.getProperty("user.name", "").equals("root")) {
            command.add(1, "--no-sandbox");
        }
        var process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        var kill = new Thread(() -> end(process, profile), "kill-chromium");
        Runtime.getRuntime().addShutdownHook(kill);
        return new Chromium(process, profile, kill);
    }

    /** A page, as soon as the browser is there. */
    public Tab open() throws IOException {
        tools = DevTools.at(address(process.errorReader()));
        var target = tools.call("", "Target.createTarget", Map.of("url", "about:blank"))
                .get("targetId")
                .asString();
        var session = tools.call("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId")
                .asString();
        return Tab.of(tools, session);
    }

    /** What it writes afterwards is read as well, for it would stand still otherwise. */
    private static String address(BufferedReader errors) throws IOException {
        for (var line = errors.readLine(); line != null; line = errors.readLine()) {
            if (line.startsWith(LISTENING)) {
                Thread.ofVirtual().start(() -> errors.lines().forEach(ignored -> {}));
                return line.substring(LISTENING.length());
            }
        }
        throw new IOException("Chromium ended before it could be used");
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(killAtShutdown);
        if (tools != null) {
            tools.close();
        }
        end(process, profile);
    }

    /** Its helpers write into the profile until the last of them is gone. */
    private static void end(Process process, Path profile) {
        var all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        Await.within(Duration.ofSeconds(30)).until("Chromium is gone", () -> {
            process.waitFor(1, TimeUnit.SECONDS);
            return all.stream().noneMatch(ProcessHandle::isAlive);
        });
        try (var files = Files.walk(profile)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
