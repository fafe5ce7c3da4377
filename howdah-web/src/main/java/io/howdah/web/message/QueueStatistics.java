// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.queue.QueueInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What waits in a queue, how it moves, and how its messages are treated. Counts stop at 10 000. */
public record QueueStatistics(
        String name,
        Optional<Instant> pausedAt,
        MessageSettings settings,
        long ready,
        long inFlight,
        long delayed,
        long blocked,
        Optional<Duration> oldestReady,
        long doneLastMinute,
        long failedLastMinute,
        long deadLastMinute) {
    /**
     * How messages of the queue are treated.
     *
     * @param maxDeliveries absent: any number
     * @param deadLetters where they go
     */
    public record MessageSettings(
            Duration visibility, Optional<Integer> maxDeliveries, String deadLetters, Optional<Duration> history) {}

    static QueueStatistics of(QueueInfo info) {
        var settings = info.settings();
        return new QueueStatistics(
                info.name(),
                info.pausedSince(),
                new MessageSettings(
                        settings.visibility(),
                        settings.maxDeliveries(),
                        settings.deadLetters().orElse(info.name() + ".dead"),
                        settings.history()),
                info.ready(),
                info.inFlight(),
                info.delayed(),
                info.blocked(),
                info.oldestReady(),
                info.doneLastMinute(),
                info.failedLastMinute(),
                info.deadLastMinute());
    }
}
