// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.Codec;
import io.howdah.Payload;
import io.howdah.log.EventUnit;
import io.howdah.log.LogEvent;
import io.howdah.log.Topic;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/**
 * An event as a record of Kafka: CloudEvents in binary mode, and its place in the log in headers of ours. The value is
 * the payload, byte for byte, and null where a key of a compacted topic has gone.
 */
final class RecordFormat {
    static final String TOPIC = "howdah_topic";
    static final String OFFSET = "howdah_offset";
    static final String UNIT = "howdah_unit";
    static final String UNIT_INDEX = "howdah_unit_index";
    static final String UNIT_SIZE = "howdah_unit_size";
    static final String EPOCH = "howdah_epoch";
    static final String NUMBERED = "howdah_numbered";

    private static final String CE = "ce_";
    private static final String CONTENT_TYPE = "content-type";

    /** For a header of an event whose name CloudEvents does not allow, or uses itself. */
    private static final String OTHER = "howdah_header_";

    private static final Pattern EXTENSION = Pattern.compile("[a-z0-9]{1,20}");
    private static final Set<String> ATTRIBUTES = Set.of(
            "specversion", "id", "source", "type", "time", "subject", "dataschema", "datacontenttype", "partitionkey");

    private RecordFormat() {}

    static ProducerRecord<byte[], byte[]> record(
            KafkaTopic to, Topic topic, long epoch, EventUnit unit, LogEvent event) {
        var key = event.key().map(text -> text.getBytes(UTF_8)).orElse(null);
        var gone = topic.compaction().isPresent() && event.isTombstone();
        var record = new ProducerRecord<byte[], byte[]>(
                to.name(), event.partition(), key, gone ? null : event.payload().bytes());
        var headers = record.headers();
        add(headers, CE + "specversion", "1.0");
        add(headers, CE + "id", event.id());
        add(headers, CE + "source", event.source().orElseGet(() -> sourceOf(topic)));
        add(headers, CE + "type", event.type());
        add(headers, CE + "time", event.appendedAt().toString());
        event.subject().ifPresent(subject -> add(headers, CE + "subject", subject));
        event.schema().ifPresent(schema -> add(headers, CE + "dataschema", schema));
        event.key().ifPresent(text -> add(headers, CE + "partitionkey", text));
        add(headers, CONTENT_TYPE, event.payload().contentType());
        event.headers().forEach((name, value) -> add(headers, nameOf(name), value));
        add(headers, TOPIC, topic.name());
        add(headers, OFFSET, Long.toString(event.offset()));
        add(headers, UNIT, Long.toString(event.unit()));
        add(headers, UNIT_INDEX, Long.toString(event.offset() - event.unit()));
        add(headers, UNIT_SIZE, Long.toString(unit.last() + 1 - event.unit()));
        add(headers, EPOCH, Long.toString(epoch));
        add(headers, NUMBERED, event.numberedAt().toString());
        return record;
    }

    static LogEvent event(ConsumerRecord<byte[], byte[]> record, Topic topic, Codec codec) {
        var headers = record.headers();
        var place = new LogEvent.Place(
                record.partition(),
                offsetOf(record),
                Long.parseLong(required(headers, UNIT)),
                Instant.parse(required(headers, CE + "time")),
                Instant.parse(required(headers, NUMBERED)));
        var attributes = new LogEvent.Attributes(
                required(headers, CE + "id"),
                required(headers, CE + "type"),
                Optional.ofNullable(record.key()).map(bytes -> new String(bytes, UTF_8)),
                text(headers, CE + "source").filter(source -> !source.equals(sourceOf(topic))),
                text(headers, CE + "subject"),
                text(headers, CE + "dataschema"),
                others(headers));
        return LogEvent.of(place, attributes, payload(record, required(headers, CONTENT_TYPE)), codec);
    }

    private static Payload payload(ConsumerRecord<byte[], byte[]> record, String contentType) {
        if (record.value() != null) {
            return new Payload(record.value(), contentType);
        }
        return new Payload(contentType.equals(Payload.JSON) ? "null".getBytes(UTF_8) : new byte[0], contentType);
    }

    static boolean isOurs(ConsumerRecord<byte[], byte[]> record) {
        return record.headers().lastHeader(OFFSET) != null;
    }

    static String topicOf(ConsumerRecord<byte[], byte[]> record) {
        return required(record.headers(), TOPIC);
    }

    static long offsetOf(ConsumerRecord<byte[], byte[]> record) {
        return Long.parseLong(required(record.headers(), OFFSET));
    }

    /** The offset after the last event of the record's unit. */
    static long unitEndOf(ConsumerRecord<byte[], byte[]> record) {
        return Long.parseLong(required(record.headers(), UNIT)) + Long.parseLong(required(record.headers(), UNIT_SIZE));
    }

    /** Whether the record was made of this very event. */
    static boolean isOf(ConsumerRecord<byte[], byte[]> record, LogEvent event) {
        return required(record.headers(), CE + "id").equals(event.id())
                && required(record.headers(), CE + "time")
                        .equals(event.appendedAt().toString());
    }

    /** CloudEvents requires a source, and the log does not. */
    private static String sourceOf(Topic topic) {
        return "howdah:" + topic.name();
    }

    private static String nameOf(String header) {
        return EXTENSION.matcher(header).matches() && !ATTRIBUTES.contains(header) ? CE + header : OTHER + header;
    }

    private static Map<String, String> others(Headers headers) {
        var others = new HashMap<String, String>();
        for (var header : headers) {
            var name = header.key();
            if (name.startsWith(OTHER)) {
                others.put(name.substring(OTHER.length()), new String(header.value(), UTF_8));
            } else if (name.startsWith(CE) && !ATTRIBUTES.contains(name.substring(CE.length()))) {
                others.put(name.substring(CE.length()), new String(header.value(), UTF_8));
            }
        }
        return Map.copyOf(others);
    }

    private static void add(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(UTF_8));
    }

    private static Optional<String> text(Headers headers, String name) {
        return Optional.ofNullable(headers.lastHeader(name)).map(header -> new String(header.value(), UTF_8));
    }

    private static String required(Headers headers, String name) {
        return text(headers, name)
                .orElseThrow(() -> new IllegalStateException("a record with offset " + OFFSET + " has no " + name));
    }
}
