// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.CommandException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/**
 * Waiting for what a command has started. It asks again and again, soon at first and then every two seconds or so, and
 * gets over a replica that restarts. Whoever stops waiting stops nothing else.
 */
final class Waiting {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(2);
    private static final Duration GIVE_UP = Duration.ofSeconds(60);
    private static final int UNREACHABLE = 6;
    private static final int TIMED_OUT = 124;
    private static final int INTERRUPTED = 130;

    @Option(names = "--wait", description = "Wait until it has ended, and show on stderr how far it is.")
    private boolean wait;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "With --wait: no longer than this, such as PT5M; then the exit code is 124.")
    private Optional<Duration> timeout = Optional.empty();

    /** How it stands now. */
    @FunctionalInterface
    interface Look {
        Standing now() throws IOException;
    }

    boolean isOn() {
        if (timeout.isPresent() && !wait) {
            throw CommandException.withCode(2, "--timeout belongs to --wait.");
        }
        if (timeout.filter(time -> !time.isPositive()).isPresent()) {
            throw CommandException.withCode(2, "--timeout is longer than nothing: " + timeout.get());
        }
        return wait;
    }

    /** Says what was started, and, if that was wished, waits for its end. For programs only one of the two is said. */
    int after(CommandSpec command, Output form, JsonNode started, String words, Look look) throws IOException {
        var out = command.commandLine().getOut();
        if (!isOn()) {
            form.say(out, started, words);
            return 0;
        }
        form.sayToPeople(out, words);
        return await(command, form, new Started(started, "It was started, and cannot be watched: ", look));
    }

    /** Waits for what was begun otherwise. */
    int await(CommandSpec command, Output form, Look look) throws IOException {
        return await(command, form, new Started(Remote.tree(Map.of()), "", look));
    }

    /** For a command that does nothing else. */
    static Waiting upTo(Optional<Duration> timeout) {
        var waiting = new Waiting();
        waiting.wait = true;
        waiting.timeout = timeout;
        waiting.isOn();
        return waiting;
    }

    private int await(CommandSpec command, Output form, Started started) throws IOException {
        var caller = (Caller) command.root().userObject();
        var line = new ProgressLine(command.commandLine().getErr(), Style.ofErrors(caller));
        var begun = System.nanoTime();
        var pause = FIRST;
        // From here on Ctrl-C ends the waiting, not the process: what goes on is said.
        caller.pause(Duration.ZERO);
        try {
            while (true) {
                var standing = started.now();
                var since = Duration.ofNanos(System.nanoTime() - begun);
                if (standing.isOver()) {
                    var code = standing.code().getAsInt();
                    line.end(standing.words(), since, code == 0);
                    return code;
                }
                line.show(standing, since);
                var left = timeout.map(time -> time.minus(since));
                if (left.filter(time -> !time.isPositive()).isPresent()) {
                    line.end(standing.words() + ". It goes on, nobody waits any more", since, false);
                    return TIMED_OUT;
                }
                var time = jittered(pause);
                if (!caller.pause(left.filter(rest -> rest.compareTo(time) < 0).orElse(time))) {
                    line.end(standing.words() + ". It goes on, nobody waits any more", since, false);
                    return INTERRUPTED;
                }
                pause = Duration.ofMillis(Math.min(pause.toMillis() * 3 / 2, LONGEST.toMillis()));
            }
        } finally {
            form.sayToPrograms(command.commandLine().getOut(), started.answer);
        }
    }

    /** Many who wait do not ask at the same moment. */
    private static Duration jittered(Duration pause) {
        return Duration.ofMillis(
                (long) (pause.toMillis() * ThreadLocalRandom.current().nextDouble(0.75, 1.25)));
    }

    /** What was started, and what is known of it. */
    private static final class Started {
        private final Look look;
        private final String preface;
        private JsonNode answer;
        private Optional<Standing> last = Optional.empty();
        private long heardAt = System.nanoTime();

        /** @param preface what a refusal is told with */
        Started(JsonNode answer, String preface, Look look) {
            this.answer = answer;
            this.preface = preface;
            this.look = look;
        }

        /** What was known last while the replica cannot be reached, but not for ever. */
        Standing now() throws IOException {
            try {
                var standing = look.now();
                last = Optional.of(standing);
                answer = standing.answer();
                heardAt = System.nanoTime();
                return standing;
            } catch (CommandException refused) {
                if (refused.exitCode() != UNREACHABLE || isTooLong()) {
                    throw CommandException.withCode(refused.exitCode(), preface + refused.getMessage());
                }
            } catch (IOException broken) {
                if (isTooLong()) {
                    throw broken;
                }
            }
            return last.orElseThrow();
        }

        private boolean isTooLong() {
            return last.isEmpty() || System.nanoTime() - heardAt > GIVE_UP.toNanos();
        }
    }
}
