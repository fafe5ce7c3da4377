// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.log;

import io.howdah.log.CompactionState;
import java.util.Optional;

/**
 * What a partition of a topic holds.
 *
 * @param first the oldest offset that is there, or will be
 * @param next the offset that the next event gets
 * @param compacted how far compaction has come, if the topic is compacted
 */
public record LogPartition(int partition, String first, String next, Optional<Compacted> compacted) {
    /**
     * How far compaction has come.
     *
     * @param next before this offset, at most one event of each key is there
     * @param kept how many those are
     * @param removed how many have gone
     * @param heldAt the offset at which it waits for a protected group, or for a unit that was put aside
     */
    public record Compacted(String next, String kept, String removed, Optional<String> heldAt) {
        static Compacted of(CompactionState state) {
            return new Compacted(
                    Long.toString(state.next()),
                    Long.toString(state.kept()),
                    Long.toString(state.removed()),
                    state.heldAt().isPresent()
                            ? Optional.of(Long.toString(state.heldAt().getAsLong()))
                            : Optional.empty());
        }
    }

    /** How many events it holds. */
    public long size() {
        return Long.parseLong(next)
                - Long.parseLong(first)
                - compacted.map(Compacted::removed).map(Long::parseLong).orElse(0L);
    }
}
