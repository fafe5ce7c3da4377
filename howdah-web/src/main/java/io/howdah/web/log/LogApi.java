// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.log;

import io.howdah.log.Compaction;
import io.howdah.log.CompactionState;
import io.howdah.log.EventLog;
import io.howdah.log.Topic;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Given;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;

/** Topics of the log as a resource. */
@RestController
final class LogApi {
    private final EventLog log;
    private final LogReadStore store;
    private final Api api;

    LogApi(EventLog log, LogReadStore store, Api api) {
        this.log = log;
        this.store = store;
        this.api = api;
    }

    @GetMapping("/api/v1/log/topics")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list() {
        return api.ok(new Slice<>(store.topics(), Optional.empty()));
    }

    @GetMapping("/api/v1/log/topics/{topic}")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> find(@PathVariable("topic") String name) {
        var row = store.topic(name).orElseThrow(() -> EventsApi.missing(name));
        return api.ok(new TopicFound(row, partitions(log, row)));
    }

    static List<LogPartition> partitions(EventLog log, TopicRow row) {
        var topic = LogReadStore.topic(row);
        var compacted = log.compaction(topic).stream()
                .collect(Collectors.toMap(CompactionState::partition, LogPartition.Compacted::of));
        return log.partitions(topic).stream()
                .map(one -> new LogPartition(
                        one.partition(),
                        Long.toString(one.first()),
                        Long.toString(one.next()),
                        Optional.ofNullable(compacted.get(one.partition()))))
                .toList();
    }

    @PutMapping(path = "/api/v1/log/topics/{topic}", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "log.create")
    ResponseEntity<byte[]> create(@PathVariable("topic") String name, HttpServletRequest request) {
        var topic = api.body(request, NewTopic.class).topic(name);
        return api.once(request, () -> {
            log.create(topic);
            return store.topic(name).orElseThrow(() -> EventsApi.missing(name));
        });
    }

    /** How a topic is to be: partitions and numbering for good, what is kept of its events for now. */
    record NewTopic(
            @Nullable Integer partitions,
            @Nullable String numbering,
            @Nullable Duration keep,
            @Nullable Long keepBytes,
            @Nullable NewCompaction compaction) {
        Topic topic(String name) {
            var topic = Topic.of(name);
            topic = Given.with(topic, partitions, Topic::partitions);
            topic = Given.with(topic, numbering, (all, word) -> all.numbering(numbering(word)));
            topic = Given.with(topic, keep, Topic::keep);
            topic = Given.with(topic, keepBytes, Topic::keepBytes);
            return Given.with(topic, compaction, (all, wanted) -> all.compacted(wanted.compaction()));
        }

        private static Topic.Numbering numbering(String word) {
            return switch (word) {
                case TopicRow.AT_APPEND -> Topic.Numbering.AT_APPEND;
                case TopicRow.AFTER_COMMIT -> Topic.Numbering.AFTER_COMMIT;
                default -> throw WebException.invalid("numbering is after-commit or at-append: " + word);
            };
        }
    }

    /** That a topic is compacted, and how long that waits; a day each by default. */
    record NewCompaction(
            @Nullable Duration minLag, @Nullable Duration tombstones) {
        Compaction compaction() {
            var compaction = Given.with(Compaction.standard(), minLag, Compaction::minLag);
            return Given.with(compaction, tombstones, Compaction::tombstones);
        }
    }

    record TopicFound(TopicRow topic, List<LogPartition> partitions) {}
}
