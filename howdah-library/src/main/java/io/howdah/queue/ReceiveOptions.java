// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import java.time.Duration;
import java.util.Optional;

/** How many messages to receive, how long to wait for them, and how long they are held. Immutable. */
public final class ReceiveOptions {
    private static final int MOST = 1_000;
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    private final int most;
    private final Duration patience;
    private final Optional<Duration> visibility;

    private ReceiveOptions(int most, Duration patience, Optional<Duration> visibility) {
        this.most = most;
        this.patience = patience;
        this.visibility = visibility;
    }

    /** One to a thousand, at once, held as long as the queue says. */
    public static ReceiveOptions upTo(int most) {
        if (most < 1 || most > MOST) {
            throw new IllegalArgumentException("1 to 1000 messages can be received at a time, not " + most);
        }
        return new ReceiveOptions(most, Duration.ZERO, Optional.empty());
    }

    /** If there is none, wait so long for the first: up to an hour. No connection is held meanwhile. */
    public ReceiveOptions waiting(Duration patience) {
        if (patience.isNegative() || patience.compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("a wait must be from nothing to an hour: " + patience);
        }
        return new ReceiveOptions(most, patience, visibility);
    }

    /** How long they are invisible to others, instead of what the queue says: 1 s to 12 h. */
    public ReceiveOptions visibility(Duration visibility) {
        return new ReceiveOptions(most, patience, Optional.of(Visibility.require(visibility)));
    }

    int most() {
        return most;
    }

    Duration patience() {
        return patience;
    }

    Optional<Duration> visibility() {
        return visibility;
    }
}
