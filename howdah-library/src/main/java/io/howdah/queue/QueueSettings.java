// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import java.time.Duration;
import java.util.Optional;

/** How messages of a queue are treated. Immutable. */
public final class QueueSettings {
    private static final int MOST_DELIVERIES = 1_000;
    private static final Duration SHORTEST_HISTORY = Duration.ofMinutes(1);
    private static final Duration LONGEST_HISTORY = Duration.ofDays(7);
    private static final QueueSettings STANDARD =
            new QueueSettings(Visibility.DEFAULT, Optional.of(10), Optional.empty(), Optional.empty());

    private final Duration visibility;
    private final Optional<Integer> maxDeliveries;
    private final Optional<String> deadLetters;
    private final Optional<Duration> history;

    QueueSettings(
            Duration visibility,
            Optional<Integer> maxDeliveries,
            Optional<String> deadLetters,
            Optional<Duration> history) {
        this.visibility = visibility;
        this.maxDeliveries = maxDeliveries;
        this.deadLetters = deadLetters;
        this.history = history;
    }

    /**
     * As every queue begins: held for 30 s, dead after ten deliveries, dead letters in {@code <name>.dead}, history for
     * seven days.
     */
    public static QueueSettings standard() {
        return STANDARD;
    }

    /** How long a received message is invisible to others, unless its receiver says otherwise: 1 s to 12 h. */
    public QueueSettings visibility(Duration visibility) {
        return new QueueSettings(Visibility.require(visibility), maxDeliveries, deadLetters, history);
    }

    /** How often a message is delivered, at most, before it is a dead letter: 1 to 1 000. */
    public QueueSettings maxDeliveries(int most) {
        if (most < 1 || most > MOST_DELIVERIES) {
            throw new IllegalArgumentException("deliveries must be 1 to 1000: " + most);
        }
        return new QueueSettings(visibility, Optional.of(most), deadLetters, history);
    }

    /** A message is delivered until somebody acknowledges it: what queues of dead letters begin with. */
    public QueueSettings anyNumberOfDeliveries() {
        return new QueueSettings(visibility, Optional.empty(), deadLetters, history);
    }

    /** The queue that dead letters go to, instead of {@code <name>.dead}. */
    public QueueSettings deadLetters(QueueName<?> queue) {
        return new QueueSettings(visibility, maxDeliveries, Optional.of(queue.name()), history);
    }

    /** How long it is known what became of a message: 1 min to 7 days. */
    public QueueSettings history(Duration time) {
        if (time.compareTo(SHORTEST_HISTORY) < 0 || time.compareTo(LONGEST_HISTORY) > 0) {
            throw new IllegalArgumentException("history must be kept for 1 minute to 7 days: " + time);
        }
        return new QueueSettings(visibility, maxDeliveries, deadLetters, Optional.of(time));
    }

    public Duration visibility() {
        return visibility;
    }

    /** Empty: any number. */
    public Optional<Integer> maxDeliveries() {
        return maxDeliveries;
    }

    /** Empty: {@code <name>.dead}. */
    public Optional<String> deadLetters() {
        return deadLetters;
    }

    /** Empty: as long as everything is kept. */
    public Optional<Duration> history() {
        return history;
    }
}
