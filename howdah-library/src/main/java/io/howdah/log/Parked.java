// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A unit that was put aside.
 *
 * @param first the offset of its first event
 * @param last the offset of its last event
 * @param keys the keys of its events
 * @param attempts how often it was tried
 * @param error what came of the last attempt, where there was one
 */
public record Parked(
        int partition,
        long first,
        long last,
        List<String> keys,
        State state,
        int attempts,
        Optional<String> error,
        Instant parkedAt) {

    /** What it waits for. */
    public enum State {
        /** For a decision. */
        FAILED,
        /** To be tried again. */
        DUE,
        /** For another one that has a key of its own. */
        WAITING,
        /** For nothing: it is only kept to be looked at, or to be tried after all. */
        DEAD
    }
}
