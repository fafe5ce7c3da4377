// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.Codec;
import io.howdah.Payload;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * An event with its place in the log. Its attributes are those of CloudEvents. Immutable.
 *
 * <p>{@link #unit} is the offset of the first event that was committed together with it in this partition.
 */
public final class LogEvent {
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private final Place place;
    private final Attributes attributes;
    private final Payload payload;
    private final Codec codec;

    /** Where it is, and since when. */
    public record Place(int partition, long offset, long unit, Instant appendedAt, Instant numberedAt) {}

    /** What it says about itself. */
    public record Attributes(
            String id,
            String type,
            Optional<String> key,
            Optional<String> source,
            Optional<String> subject,
            Optional<String> schema,
            Map<String, String> headers) {}

    LogEvent(Place place, Attributes attributes, Payload payload, Codec codec) {
        this.place = place;
        this.attributes = attributes;
        this.payload = payload;
        this.codec = codec;
    }

    /** For an {@link EventSource}: an event as it was read elsewhere. */
    public static LogEvent of(Place place, Attributes attributes, Payload payload, Codec codec) {
        return new LogEvent(place, attributes, payload, codec);
    }

    public Place place() {
        return place;
    }

    public Attributes attributes() {
        return attributes;
    }

    public int partition() {
        return place.partition();
    }

    public long offset() {
        return place.offset();
    }

    public long unit() {
        return place.unit();
    }

    /** When it was appended, which is before its transaction committed. */
    public Instant appendedAt() {
        return place.appendedAt();
    }

    /** When it got its offset; these times only grow within a partition. */
    public Instant numberedAt() {
        return place.numberedAt();
    }

    /** The id it was given, or else its number in the database. */
    public String id() {
        return attributes.id();
    }

    public String type() {
        return attributes.type();
    }

    public Optional<String> key() {
        return attributes.key();
    }

    public Optional<String> source() {
        return attributes.source();
    }

    public Optional<String> subject() {
        return attributes.subject();
    }

    public Optional<String> schema() {
        return attributes.schema();
    }

    public Map<String, String> headers() {
        return attributes.headers();
    }

    /** Whether its payload is empty, or JSON's null: in a compacted topic that means that its key has gone. */
    public boolean isTombstone() {
        return payload.bytes().length == 0
                || (payload.contentType().equals(Payload.JSON) && Arrays.equals(payload.bytes(), NULL));
    }

    public Payload payload() {
        return payload;
    }

    /**
     * The payload as a value.
     *
     * @throws io.howdah.PayloadException if it is not one of that type
     */
    public <T> T payload(Class<T> type) {
        return codec.decode(payload, type);
    }

    LogEvent replacedBy(Payload replacement) {
        return new LogEvent(place, attributes, replacement, codec);
    }

    @Override
    public String toString() {
        return type() + " at " + partition() + "/" + offset();
    }
}
