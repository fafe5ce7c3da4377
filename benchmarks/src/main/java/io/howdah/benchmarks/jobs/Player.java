// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A process of a contender, as seen from outside: it is told what to do and asked what came of it. */
final class Player implements AutoCloseable {
    private static final int LAST_WORDS = 20;

    private final String name;
    private final Process process;
    private final BufferedWriter commands;
    private final BlockingQueue<Supplier<JsonNode>> answers = new ArrayBlockingQueue<>(4);
    private final Deque<String> lastWords = new ArrayDeque<>();
    private volatile Timeline timeline = new Timeline();

    private Player(String name, Process process) {
        this.name = name;
        this.process = process;
        this.commands = process.outputWriter();
    }

    static Player start(Peer peer) throws IOException {
        var player = new Player(peer.label(), new ProcessBuilder(peer.command()).start());
        Thread.ofPlatform().daemon().name("player-out").start(() -> player.read(player.process.inputReader()));
        Thread.ofPlatform().daemon().name("player-err").start(() -> player.listen(player.process.errorReader()));
        return player;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Has it do something and returns its answer; the arguments are names and values in turn. */
    JsonNode ask(Duration limit, String command, Object... arguments) throws IOException, InterruptedException {
        tell(command, arguments);
        return answer(limit, command);
    }

    /** Has it do something whose {@link #answer} is asked for later. */
    void tell(String command, Object... arguments) throws IOException {
        Map<String, Object> line = new LinkedHashMap<>(Map.of("do", command));
        for (int i = 0; i < arguments.length; i += 2) {
            line.put((String) arguments[i], arguments[i + 1]);
        }
        commands.write(JsonMapper.shared().writeValueAsString(line));
        commands.newLine();
        commands.flush();
    }

    JsonNode answer(Duration limit, String command) throws IOException, InterruptedException {
        Supplier<JsonNode> answer = answers.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
        if (answer == null) {
            close();
            throw new IOException(name + " did not \"" + command + "\" within " + limit + "; it said: " + lastWords());
        }
        JsonNode value = answer.get();
        if (value.has("error")) {
            throw new IOException(name + " could not \"" + command + "\": "
                    + value.get("error").asString() + "; it said: " + lastWords());
        }
        return value;
    }

    /** What it tells of jobs that it has handled from now on. */
    Timeline newTimeline() {
        timeline = new Timeline();
        return timeline;
    }

    /** Kills it, and returns when it is gone. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    private void read(BufferedReader lines) {
        try (lines) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode value = JsonMapper.shared().readTree(line);
                if (value.has("handled")) {
                    timeline.add(value.get("at").asLong(), value.get("handled").asInt());
                } else {
                    answers.put(() -> value);
                }
            }
        } catch (IOException | InterruptedException closed) {
            note("its output could not be read: " + closed);
        }
        answers.offer(() -> {
            throw new IllegalStateException(name + " ended; it said: " + lastWords());
        });
    }

    private void listen(BufferedReader lines) {
        try (lines) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                note(line);
            }
        } catch (IOException closed) {
            note("its errors could not be read: " + closed);
        }
    }

    private synchronized void note(String line) {
        if (lastWords.size() == LAST_WORDS) {
            lastWords.removeFirst();
        }
        lastWords.addLast(line);
    }

    synchronized String lastWords() {
        return lastWords.isEmpty() ? "nothing" : String.join("\n  ", lastWords);
    }
}
