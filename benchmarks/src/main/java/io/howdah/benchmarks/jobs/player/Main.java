// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs.player;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A player: the product named by its argument, in a process of its own. */
public final class Main {
    private final String productName;
    private final Lines lines;
    private @Nullable Product product;
    private @Nullable Handled handled;

    private Main(String productName, Lines lines) {
        this.productName = productName;
        this.lines = lines;
    }

    public static void main(String[] args) throws Exception {
        var player = new Main(args[0], new Lines(new PrintStream(System.out, false, StandardCharsets.UTF_8)));
        // Whatever a library prints must not come between the answers.
        System.setOut(System.err);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            player.obey(JsonMapper.shared().readTree(line));
        }
        // Without waiting for what still runs: whoever asked for it is gone.
        Runtime.getRuntime().halt(0);
    }

    private void obey(JsonNode command) {
        try {
            lines.write(answer(command));
        } catch (Exception | LinkageError failure) {
            failure.printStackTrace();
            lines.write(Map.of("error", failure.toString()));
        }
    }

    private Map<String, Object> answer(JsonNode command) throws Exception {
        return switch (command.get("do").asString()) {
            case "open" -> open(command);
            case "enqueue" ->
                producers().oneByOne(number(command, "threads"), Duration.ofMillis(number(command, "millis")));
            case "fill" -> producers().inBatches(number(command, "jobs"), number(command, "batch"));
            case "pace" ->
                producers()
                        .paced(
                                number(command, "from"),
                                number(command, "jobs"),
                                Duration.ofNanos(command.get("periodNanos").asLong()),
                                number(command, "threads"));
            case "work" -> work(command);
            case "times" -> Map.of("began", handled == null ? new long[0] : handled.beganMicros());
            case "close" -> close();
            default -> throw new IllegalArgumentException("A player cannot " + command + ".");
        };
    }

    private Map<String, Object> open(JsonNode command) throws Exception {
        close();
        var address = Address.of(command);
        var opened = switch (productName) {
            case "howdah" -> new HowdahJobs(address);
            case "db-scheduler" -> new DbScheduler(address);
            case "jobrunr" -> new JobRunr(address);
            case "plain" -> new PlainInsert(address);
            default -> throw new IllegalArgumentException("There is no product " + productName + ".");
        };
        product = opened;
        if (command.get("install").asBoolean()) {
            opened.install();
        }
        return Map.of();
    }

    private Map<String, Object> work(JsonNode command) throws Exception {
        var counting = new Handled(lines, number(command, "tellEvery"), number(command, "timed"));
        handled = counting;
        opened().work(Product.Aim.valueOf(command.get("aim").asString()), counting);
        return Map.of();
    }

    private Map<String, Object> close() {
        Product closing = product;
        Handled counting = handled;
        product = null;
        handled = null;
        try {
            if (closing != null) {
                closing.close();
            }
        } finally {
            if (counting != null) {
                counting.close();
            }
        }
        return Map.of();
    }

    private Producers producers() {
        return new Producers(opened());
    }

    private Product opened() {
        if (product == null) {
            throw new IllegalStateException("Nothing is open.");
        }
        return product;
    }

    private static int number(JsonNode command, String name) {
        return command.get(name).asInt();
    }
}
