// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.log.Appended;
import io.howdah.log.EventLog;
import io.howdah.log.EventPage;
import io.howdah.log.EventQuery;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Gate;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Given;
import io.howdah.web.api.Redaction;
import io.howdah.web.api.Slice;
import io.howdah.web.console.Words;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Events of a topic as a resource. */
@RestController
final class EventsApi {
    private static final String NDJSON = "application/x-ndjson";
    private static final MediaType LINES = new MediaType("application", "x-ndjson", UTF_8);

    private final EventLog log;
    private final LogReadStore store;
    private final LogTails tails;
    private final Redaction redaction;
    private final Api api;

    EventsApi(EventLog log, LogReadStore store, LogTails tails, Redaction redaction, Api api) {
        this.log = log;
        this.store = store;
        this.tails = tails;
        this.redaction = redaction;
        this.api = api;
    }

    /** A topic that is not there yet is made as most are; one that is to differ is made before. */
    @PostMapping("/api/v1/log/topics/{topic}/events")
    @Allow(value = Permission.PRODUCE, action = "log.append")
    ResponseEntity<byte[]> append(
            @PathVariable("topic") String name,
            @RequestParam(name = "once", defaultValue = "false") boolean once,
            HttpServletRequest request) {
        var topic = store.topic(name).map(LogReadStore::topic).orElseGet(() -> Topic.of(name));
        Supplier<List<Place>> action = action(topic, once, request);
        return api.createdTogether(
                request,
                () -> new Api.Created("log/topics/" + Words.step(name) + "/events", new AppendedEvents(action.get())));
    }

    private Supplier<List<Place>> action(Topic topic, boolean once, HttpServletRequest request) {
        var type = Given.or(request.getContentType(), "").split(";", 2)[0].strip();
        if (CloudEvents.isBinary(request)) {
            var event = CloudEvents.binary(request, api.bytes(request));
            return () -> places(topic, List.of(event), once);
        }
        if (type.equals(CloudEvents.STRUCTURED) || type.equals(CloudEvents.BATCH)) {
            var events = CloudEvents.structured(api.bytes(request), type.equals(CloudEvents.BATCH));
            return () -> places(topic, events, once);
        }
        if (!type.equals(MediaType.APPLICATION_JSON_VALUE)) {
            throw WebException.unsupported("Send application/json, application/cloudevents+json,"
                    + " application/cloudevents-batch+json, or a CloudEvent in headers.");
        }
        var asked = api.body(request, NewLogEvents.class);
        var events = asked.all();
        var version = asked.expectedVersion();
        return version == null
                ? () -> places(topic, events, once)
                : () -> log.appendExpecting(topic, version, events).stream()
                        .map(Place::of)
                        .toList();
    }

    /** Those that were appended before, by their id, are left out. */
    private List<Place> places(Topic topic, List<NewEvent> events, boolean once) {
        if (!once) {
            return log.appendAll(topic, events).stream().map(Place::of).toList();
        }
        return events.stream()
                .flatMap(event -> log.appendOnce(topic, event).stream())
                .map(Place::of)
                .toList();
    }

    @GetMapping("/api/v1/log/topics/{topic}/events")
    @Allow(Permission.CONSUME)
    ResponseEntity<byte[]> read(
            @PathVariable("topic") String name,
            @RequestParam Map<String, String> parameters,
            @RequestParam(required = false) @Nullable Integer limit,
            HttpServletRequest request) {
        return shown(name, parameters, Slice.limit(limit), request, sightOf(request));
    }

    @PostMapping("/api/v1/log/topics/{topic}/events/reveal")
    @Allow(value = Permission.OPERATE, action = "log.reveal")
    ResponseEntity<byte[]> reveal(
            @PathVariable("topic") String name,
            @RequestParam Map<String, String> parameters,
            @RequestParam(required = false) @Nullable Integer limit,
            HttpServletRequest request) {
        return shown(name, parameters, Slice.limit(limit), request, Redaction.NONE);
    }

    /** To a worker, who may do nothing but work, events are what it works on. Everybody else looks at them. */
    private Redaction sightOf(HttpServletRequest request) {
        return Gate.caller(request)
                        .filter(caller -> !caller.may(Permission.VIEW))
                        .isPresent()
                ? Redaction.NONE
                : redaction;
    }

    private ResponseEntity<byte[]> shown(
            String name, Map<String, String> parameters, int limit, HttpServletRequest request, Redaction by) {
        var page = LogQuery.of(parameters).run(log, require(store, name), limit);
        var rows = page.events().stream().map(event -> EventRow.of(event, by)).toList();
        if (Given.or(request.getHeader(HttpHeaders.ACCEPT), "").contains(NDJSON)) {
            return ResponseEntity.ok().contentType(LINES).body(lines(rows));
        }
        return api.ok(new Slice<>(rows, next(page)));
    }

    /** Where to go on reading, to be given as {@code from}. */
    static Optional<String> next(EventPage page) {
        return page.next().isPresent() ? Optional.of(Long.toString(page.next().getAsLong())) : Optional.empty();
    }

    private byte[] lines(List<EventRow> rows) {
        var lines = new ByteArrayOutputStream();
        for (var row : rows) {
            lines.writeBytes(api.written(row));
            lines.write('\n');
        }
        return lines.toByteArray();
    }

    @GetMapping(path = "/api/v1/log/topics/{topic}/tail")
    @Allow(Permission.CONSUME)
    SseEmitter tail(@PathVariable("topic") String name, HttpServletRequest request) {
        return tails.open(require(store, name), sightOf(request));
    }

    @PostMapping("/api/v1/log/topics/{topic}/tail/reveal")
    @Allow(value = Permission.OPERATE, action = "log.reveal-tail")
    SseEmitter revealTail(@PathVariable("topic") String name) {
        return tails.open(require(store, name), Redaction.NONE);
    }

    static Topic require(LogReadStore store, String name) {
        return store.topic(name).map(LogReadStore::topic).orElseThrow(() -> missing(name));
    }

    static WebException missing(String name) {
        return WebException.notFound("There is no topic " + name + ": it is made by a first append.");
    }

    record AppendedEvents(List<Place> items) {}

    /** @param offset where the topic numbers at append; otherwise it gets one after the commit */
    record Place(String id, int partition, Optional<String> offset) {
        static Place of(Appended appended) {
            var offset = appended.offset();
            return new Place(
                    appended.id(),
                    appended.partition(),
                    offset.isPresent() ? Optional.of(Long.toString(offset.getAsLong())) : Optional.empty());
        }
    }

    /** Which events are looked for, as an address says it. */
    record LogQuery(Map<String, String> parameters) {
        static LogQuery of(Map<String, String> parameters) {
            return new LogQuery(parameters);
        }

        EventPage run(EventLog log, Topic topic, int limit) {
            var partition = number("partition");
            var from = number("from");
            if (partition.isPresent() && !isSearch()) {
                var events = log.read(
                        topic, Math.toIntExact(partition.get()), from.orElseGet(() -> first(log, topic)), limit);
                return new EventPage(
                        events,
                        events.isEmpty()
                                ? OptionalLong.empty()
                                : OptionalLong.of(events.getLast().offset() + 1));
            }
            var query = EventQuery.all();
            query = Given.with(query, partition.orElse(null), (all, one) -> all.partition(Math.toIntExact(one)));
            query = Given.with(query, from.orElse(null), EventQuery::from);
            query = Given.with(query, word("key").orElse(null), EventQuery::key);
            query = Given.with(query, word("type").orElse(null), EventQuery::type);
            query = Given.with(query, word("since").map(LogQuery::time).orElse(null), EventQuery::since);
            query = Given.with(query, word("until").map(LogQuery::time).orElse(null), EventQuery::until);
            return log.search(topic, query, limit);
        }

        private boolean isSearch() {
            return List.of("key", "type", "since", "until").stream()
                    .anyMatch(name -> word(name).isPresent());
        }

        private long first(EventLog log, Topic topic) {
            var wanted = number("partition").orElse(0L);
            return log.partitions(topic).stream()
                    .filter(one -> one.partition() == wanted)
                    .mapToLong(one -> one.first())
                    .findFirst()
                    .orElse(0);
        }

        private Optional<String> word(String name) {
            return Optional.ofNullable(parameters.get(name)).map(String::strip).filter(word -> !word.isEmpty());
        }

        private Optional<Long> number(String name) {
            return word(name).map(word -> {
                if (!word.matches("\\d{1,9}|\\d{10,18}") || (name.equals("partition") && word.length() > 4)) {
                    throw WebException.invalid(name + " must be a number: " + word);
                }
                return Long.parseLong(word);
            });
        }

        private static java.time.Instant time(String word) {
            try {
                return java.time.Instant.parse(word);
            } catch (java.time.DateTimeException wrong) {
                throw WebException.invalid("A time is written 2026-01-31T12:00:00Z: " + word);
            }
        }
    }
}
