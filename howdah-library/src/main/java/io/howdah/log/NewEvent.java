// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An event to be appended: what happened (its type), to what (its key), and the facts (its payload). Immutable. */
public final class NewEvent {
    private static final int LONGEST_TYPE = 200;
    private static final int LONGEST_KEY = 500;
    private static final int LONGEST_ID = 200;

    /** Keeps them below what the database allows, whatever they are encoded as. */
    private static final int MOST_HEADER_CHARACTERS = 4_000;

    static final String TRACE = "traceparent";

    private final String type;
    private final Object payload;
    private final Attributes attributes;

    /** What may be left out. */
    public record Attributes(
            @Nullable String key,
            @Nullable String id,
            @Nullable String source,
            @Nullable String subject,
            @Nullable String schema,
            Map<String, String> headers) {
        static final Attributes NONE = new Attributes(null, null, null, null, null, Map.of());
    }

    private NewEvent(String type, Object payload, Attributes attributes) {
        this.type = type;
        this.payload = payload;
        this.attributes = attributes;
    }

    /** The payload is written by the codec; {@code byte[]} is stored as it is. */
    public static NewEvent of(String type, Object payload) {
        return new NewEvent(require("type", type, LONGEST_TYPE), payload, Attributes.NONE);
    }

    /**
     * Says that a key has gone: an event without a payload. In a compacted topic, what was appended to the key before
     * goes, and this after a while too; elsewhere it is an event like any other.
     */
    public static NewEvent tombstone(String type, String key) {
        return of(type, new byte[0]).key(key);
    }

    /** Events with the same key are in the same partition, in order. Without one, any partition will do. */
    public NewEvent key(String key) {
        var a = attributes;
        return with(new Attributes(
                require("key", key, LONGEST_KEY), a.id(), a.source(), a.subject(), a.schema(), a.headers()));
    }

    /** An id of your own, by which readers know it again. */
    public NewEvent id(String id) {
        var a = attributes;
        return with(new Attributes(
                a.key(), require("id", id, LONGEST_ID), a.source(), a.subject(), a.schema(), a.headers()));
    }

    /** Where it comes from: CloudEvents' source. */
    public NewEvent source(String source) {
        var a = attributes;
        return with(new Attributes(
                a.key(), a.id(), require("source", source, LONGEST_KEY), a.subject(), a.schema(), a.headers()));
    }

    /** What it is about within its source: CloudEvents' subject. */
    public NewEvent subject(String subject) {
        var a = attributes;
        return with(new Attributes(
                a.key(), a.id(), a.source(), require("subject", subject, LONGEST_KEY), a.schema(), a.headers()));
    }

    /** Where the schema of its payload is: CloudEvents' dataschema. */
    public NewEvent schema(String schema) {
        var a = attributes;
        return with(new Attributes(
                a.key(), a.id(), a.source(), a.subject(), require("schema", schema, LONGEST_KEY), a.headers()));
    }

    /** What it belongs to, by which it is found in the timeline: CloudEvents' correlationid. */
    public NewEvent correlation(String correlation) {
        return header("correlationid", require("correlation", correlation, LONGEST_ID));
    }

    public NewEvent header(String name, String value) {
        var a = attributes;
        var headers = new LinkedHashMap<>(a.headers());
        headers.put(name, value);
        return with(new Attributes(
                a.key(), a.id(), a.source(), a.subject(), a.schema(), Map.copyOf(requireHeaders(headers))));
    }

    /** As a part of a trace, unless it says one itself or has no room: CloudEvents' traceparent. */
    NewEvent traced(String traceparent) {
        var characters = attributes.headers().entrySet().stream()
                .mapToInt(one -> one.getKey().length() + one.getValue().length())
                .sum();
        return attributes.headers().containsKey(TRACE)
                        || characters + TRACE.length() + traceparent.length() > MOST_HEADER_CHARACTERS
                ? this
                : header(TRACE, traceparent);
    }

    public String type() {
        return type;
    }

    public Optional<String> key() {
        return Optional.ofNullable(attributes.key());
    }

    public Object payload() {
        return payload;
    }

    public Attributes attributes() {
        return attributes;
    }

    private NewEvent with(Attributes changed) {
        return new NewEvent(type, payload, changed);
    }

    private static Map<String, String> requireHeaders(Map<String, String> headers) {
        int characters = 0;
        for (var header : headers.entrySet()) {
            characters += header.getKey().length() + header.getValue().length();
            if (header.getKey().isEmpty() || (header.getKey() + header.getValue()).indexOf('\0') >= 0) {
                throw new IllegalArgumentException("a header has a name, and no NUL: \"" + header.getKey() + "\"");
            }
        }
        if (characters > MOST_HEADER_CHARACTERS) {
            throw new IllegalArgumentException(
                    "the headers of an event have at most 4000 characters together, these have " + characters);
        }
        return headers;
    }

    private static String require(String what, String value, int longest) {
        if (value.isEmpty() || value.length() > longest || value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("the " + what + " of an event has 1 to " + longest
                    + " characters, none of them NUL: \"" + value + "\"");
        }
        return value;
    }
}
