// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The tick of a schedule that work was added for. It travels in the headers. */
public record Tick(String schedule, Instant at) {
    private static final String SCHEDULE = "howdah-schedule";
    private static final String SCHEDULED_FOR = "howdah-scheduled-for";

    public Map<String, String> headers() {
        return Map.of(SCHEDULE, schedule, SCHEDULED_FOR, at.toString());
    }

    public static Optional<Tick> in(Map<String, String> headers) {
        var schedule = headers.get(SCHEDULE);
        var at = headers.get(SCHEDULED_FOR);
        return schedule == null || at == null ? Optional.empty() : Optional.of(new Tick(schedule, Instant.parse(at)));
    }
}
