// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.log;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A topic of the log.
 *
 * @param numbering after-commit, or at-append
 * @param keep how long its events are kept at least; absent is for ever
 * @param keepBytes how many bytes of them are kept at least; absent is any number
 * @param compaction for how long compaction waits; absent if the topic is not compacted
 * @param groups that read it
 */
public record TopicRow(
        String name,
        int partitions,
        String numbering,
        Optional<Duration> keep,
        Optional<Long> keepBytes,
        Optional<CompactionRow> compaction,
        Instant createdAt,
        List<String> groups) {
    /**
     * For how long compaction waits.
     *
     * @param minLag for how long every event is there
     * @param tombstones for how long an event without payload is
     */
    public record CompactionRow(Duration minLag, Duration tombstones) {}

    static final String AT_APPEND = "at-append";
    static final String AFTER_COMMIT = "after-commit";
}
