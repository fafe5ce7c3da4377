// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.util.List;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/**
 * How something that was started stands.
 *
 * @param percent how far it is, where that is known
 * @param code the exit code that its end means; none while it goes on
 * @param answer what the API said of it
 */
record Standing(String words, OptionalInt percent, OptionalInt code, JsonNode answer) {
    private static final OptionalInt GOES_ON = OptionalInt.empty();
    private static final int FAILED = 1;
    private static final int CALLED_OFF = 7;

    boolean isOver() {
        return code.isPresent();
    }

    static Standing job(JsonNode found) {
        var job = found.path("job");
        var state = job.path("state").asString();
        var attempt = "attempt " + job.path("attempts").asString() + " of "
                + job.path("maxAttempts").asString();
        var name = job.path("type").asString() + " " + job.path("id").asString();
        var error = found.at("/attempts/0/error").asString("");
        return switch (state) {
            case "done" -> over(name + " is done, " + attempt, 0, found);
            case "dead" -> over(name + " is dead, " + attempt + (error.isEmpty() ? "" : ": " + error), FAILED, found);
            case "discarded", "cancelled" -> over(name + " is " + state, CALLED_OFF, found);
            case "running" -> new Standing(running(name + " " + attempt, found), percent(found), GOES_ON, found);
            case "deferred" ->
                new Standing(
                        name + " waits until " + job.path("dueAt").asString("later") + ", " + attempt,
                        OptionalInt.empty(),
                        GOES_ON,
                        found);
            default -> new Standing(name + " is " + state, OptionalInt.empty(), GOES_ON, found);
        };
    }

    private static String running(String name, JsonNode found) {
        var message = found.at("/progress/message").asString("");
        return isOfThisAttempt(found) && !message.isEmpty() ? name + ": " + message : name;
    }

    private static OptionalInt percent(JsonNode found) {
        return isOfThisAttempt(found)
                ? OptionalInt.of(found.at("/progress/percent").asInt())
                : OptionalInt.empty();
    }

    /** What an earlier attempt said of its progress is no progress. */
    private static boolean isOfThisAttempt(JsonNode found) {
        return found.has("progress")
                && found.at("/progress/attempt").asInt()
                        == found.at("/job/attempts").asInt();
    }

    static Standing workflow(JsonNode found) {
        var workflow = found.path("workflow");
        var state = workflow.path("state").asString();
        var counts = workflow.path("counts");
        var all = counts.valueStream().mapToLong(JsonNode::asLong).sum();
        var open = counts.path("waiting").asLong() + counts.path("started").asLong();
        var words = workflow.path("name").asString() + " " + workflow.path("id").asString() + " is " + state + ", "
                + (all - open) + " of " + all + " jobs ended";
        return switch (state) {
            case "running" -> new Standing(words, share(all - open, all), GOES_ON, found);
            case "done" -> over(words, 0, found);
            case "cancelled" -> over(words, CALLED_OFF, found);
            default -> over(words + ", " + counts.path("dead").asString() + " dead", FAILED, found);
        };
    }

    static Standing notification(JsonNode found) {
        var one = found.path("notification");
        var counts = List.of("delivered", "waiting", "dead").stream()
                .map(name -> one.path(name).asLong())
                .toList();
        var words = one.path("type").asString() + " " + one.path("id").asString() + ": " + counts.get(0)
                + " delivered, " + counts.get(1) + " waiting, " + counts.get(2) + " dead";
        if (counts.get(1) == 0) {
            return over(words, counts.get(2) == 0 ? 0 : FAILED, found);
        }
        var all = counts.stream().mapToLong(Long::longValue).sum();
        return new Standing(words, share(all - counts.get(1), all), GOES_ON, found);
    }

    static Standing delivery(JsonNode found) {
        var one = found.path("delivery");
        var state = one.path("state").asString();
        var words = one.path("id").asString() + " is " + state + ", attempt "
                + one.path("attempts").asString();
        return switch (state) {
            case "delivered" -> over(words, 0, found);
            case "dead" -> over(words + ": " + one.path("error").asString(""), FAILED, found);
            case "discarded" -> over(words, CALLED_OFF, found);
            default -> new Standing(words, OptionalInt.empty(), GOES_ON, found);
        };
    }

    static Standing over(String words, int code, JsonNode answer) {
        return new Standing(words, OptionalInt.empty(), OptionalInt.of(code), answer);
    }

    private static OptionalInt share(long part, long all) {
        return all == 0 ? OptionalInt.empty() : OptionalInt.of((int) (100 * part / all));
    }
}
