// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.Howdah;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.List;

/** A compacted topic of one partition, whose events are written and shown in as few letters as possible. */
record CompactedTopic(TestDatabase database, Howdah howdah, TestClock clock) {
    static final Duration HOUR = Duration.ofHours(1);
    static final Topic STATES = Topic.of("states")
            .partitions(1)
            .compacted(Compaction.standard().minLag(HOUR).tombstones(HOUR.multipliedBy(2)));

    CompactedTopic {
        howdah.log().create(STATES);
    }

    /** One unit; the first letter of each is its key, and one that ends with a dash says that it has gone. */
    void append(String... bodies) {
        howdah.log()
                .appendAll(
                        STATES,
                        List.of(bodies).stream().map(CompactedTopic::event).toList());
        howdah.drain();
    }

    private static NewEvent event(String body) {
        var key = body.substring(0, 1);
        return body.endsWith("-")
                ? NewEvent.tombstone(body, key)
                : NewEvent.of(body, body.getBytes(UTF_8)).key(key);
    }

    /** Ends the slice and lets compaction run, once what was appended is older than a time. */
    void compact(Duration age) {
        var store = new SequenceStore(Db.of(database.dataSource(), SchemaName.DEFAULT));
        store.roll();
        if (!store.seal()) {
            throw new AssertionError("somebody still writes to the slice");
        }
        clock.advance(age.plusMinutes(2));
        howdah.drain();
        clock.advance(Duration.ofMinutes(2));
        howdah.drain();
    }

    /** What is there: offsets and types. */
    List<String> states() {
        return howdah.log().read(STATES, 0, 0, 1_000).stream()
                .map(event -> event.offset() + event.type())
                .toList();
    }

    CompactionState state() {
        return howdah.log().compaction(STATES).getFirst();
    }
}
