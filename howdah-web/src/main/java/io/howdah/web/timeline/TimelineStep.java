// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.timeline;

import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to what belongs together.
 *
 * @param kind approval, job, message, workflow, event or notification
 * @param id of the thing, which its resource has too
 * @param name what people call it: a subject, a type
 * @param place the queue, topic or address
 * @param what happened
 * @param by who did it, if it was somebody
 * @param detail what was said, or what went wrong
 */
public record TimelineStep(
        Instant at,
        String kind,
        String id,
        String name,
        Optional<String> place,
        String what,
        Optional<String> by,
        Optional<String> detail) {
    /** Whether it is about a job or a message. */
    boolean isWork() {
        return kind.equals("job") || kind.equals("message");
    }

    TimelineStep shown(@Nullable UnaryOperator<String> words) {
        return words == null ? this : new TimelineStep(at, kind, id, name, place, what, by, detail.map(words));
    }

    /** Where the console shows it, if it has a page of its own. */
    public Optional<String> ownPage() {
        return switch (kind) {
            case "approval" -> Optional.of("/approvals/" + id);
            case "job" -> Optional.of("/jobs/" + id);
            case "workflow" -> Optional.of("/workflows/" + id);
            case "notification" -> Optional.of("/notifications/" + id);
            default -> Optional.empty();
        };
    }
}
