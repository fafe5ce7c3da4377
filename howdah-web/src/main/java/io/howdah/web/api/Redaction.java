// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import io.howdah.Payload;
import io.howdah.web.WebException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Puts masks over fields that are not for everybody who may look, by their names. What it is not sure to find them in,
 * because it is no JSON, it does not show at all. Thread-safe.
 */
public final class Redaction {
    /** What stands where something is not shown. */
    public static final String MASK = "[redacted]";

    /** The names that are masked unless others are chosen. */
    public static final String STANDARD = "*password*,*passwd*,*passphrase*,*secret*,*token,*tokens,authorization,"
            + "*apikey,*accesskey,*privatekey,*credential*,cookie,setcookie,*cardnumber,creditcard,cvv,cvc,ssn";

    /** Shows everything: what it is made of is for whoever asks. */
    public static final Redaction NONE = new Redaction(List.of());

    private static final int LONGEST_NAME = 500;

    /** What is deeper, also within strings that hold JSON themselves, is masked as a whole. */
    private static final int DEEPEST = 200;

    private static final Pattern WRITTEN = Pattern.compile("[A-Za-z0-9_.*-]{1,100}");
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            // Of two fields of one name a tree keeps one: nobody would look at the other.
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Predicate<String> names;
    private final boolean on;
    private final MaskedText text;

    private Redaction(List<String> patterns) {
        this.on = !patterns.isEmpty();
        this.names = Pattern.compile(
                        patterns.stream().map(Redaction::expression).collect(Collectors.joining("|")))
                .asMatchPredicate();
        this.text = new MaskedText(this::isMasked);
    }

    /**
     * Masks fields whose whole names are like one of these, whatever their case, and with or without {@code _},
     * {@code -} and dots; {@code *} is any letters or none. They may be written in one word, with commas. None at all
     * shows everything.
     */
    public static Redaction of(List<String> patterns) {
        var given = patterns.stream()
                .flatMap(words -> Stream.of(words.split(",", -1)))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
        for (var pattern : given) {
            if (!WRITTEN.matcher(pattern).matches()) {
                throw new IllegalArgumentException(
                        "A name that is masked has letters, digits, _, -, dots and *: \"" + pattern + "\"");
            }
        }
        return given.isEmpty() ? NONE : new Redaction(given);
    }

    private static String expression(String pattern) {
        return normal(pattern).replaceAll("\\*+", ".*");
    }

    private static String normal(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[_.\\s-]", "");
    }

    public boolean isOn() {
        return on;
    }

    /** Whether a field of that name is masked. */
    public boolean isMasked(String name) {
        return on && (name.length() > LONGEST_NAME || names.test(normal(name)));
    }

    /** A payload as it may be shown. */
    public Content content(Payload payload) {
        if (!on) {
            return Content.of(payload);
        }
        var json = parsed(payload);
        var shown = json.map(this::json);
        return new Content(
                shown,
                Optional.empty(),
                payload.contentType(),
                payload.bytes().length,
                !shown.equals(json) || json.isEmpty());
    }

    /** What nobody can read in two ways; empty for everything else. */
    static Optional<JsonNode> parsed(Payload payload) {
        if (!Content.isJson(payload.contentType())) {
            return Optional.empty();
        }
        try {
            return Optional.of(MAPPER.readTree(payload.bytes()));
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }

    /** The same with masks. That there is nothing under a name is no secret. */
    public JsonNode json(JsonNode node) {
        return on ? json(node, 0) : node;
    }

    private JsonNode json(JsonNode node, int depth) {
        if (node.isContainer() && depth > DEEPEST) {
            return NODES.stringNode(MASK);
        }
        if (node.isObject()) {
            var masked = NODES.objectNode();
            for (var field : node.properties()) {
                masked.set(field.getKey(), field(field.getKey(), field.getValue(), depth + 1));
            }
            return masked;
        }
        if (node.isArray()) {
            var masked = NODES.arrayNode();
            for (var item : node) {
                masked.add(json(item, depth + 1));
            }
            return masked;
        }
        return node.isString() ? NODES.stringNode(text(node.asString(), depth + 1)) : node;
    }

    private JsonNode field(String name, JsonNode value, int depth) {
        return isMasked(name) && !value.isNull() ? NODES.stringNode(MASK) : json(value, depth);
    }

    /** What programs wrote: JSON with masks, and in other words what follows such a name. */
    public String text(String words) {
        return on ? text(words, 0) : words;
    }

    private String text(String words, int depth) {
        var start = words.stripLeading();
        if (start.startsWith("{") || start.startsWith("[")) {
            if (depth > DEEPEST) {
                return MASK;
            }
            try {
                var tree = MAPPER.readTree(words);
                var masked = json(tree, depth);
                return masked.equals(tree) ? words : MAPPER.writeValueAsString(masked);
            } catch (JacksonException notJson) {
                return text.of(words);
            }
        }
        return text.of(words);
    }

    /**
     * Makes words about something that was given this payload such that they may be shown: without the values that are
     * masked in it, and by names like {@link #text}.
     */
    public UnaryOperator<String> about(Payload payload, Map<String, String> headers) {
        if (!on) {
            return UnaryOperator.identity();
        }
        var values = MaskedValues.of(this, payload, headers);
        return words -> text(values.in(words));
    }

    /** Headers and labels with masks. */
    public Map<String, String> words(Map<String, String> words) {
        if (!on) {
            return words;
        }
        var masked = new TreeMap<String, String>();
        words.forEach((name, value) -> masked.put(name, isMasked(name) ? MASK : text(value)));
        return masked;
    }

    /** Refuses what somebody copied from where it was masked: a mask would become the data. */
    public JsonNode requireWhole(JsonNode given) {
        requireWhole(given.toString());
        return given;
    }

    /** The same for what may be no JSON. */
    public String requireWhole(String given) {
        if (on && given.contains(MASK)) {
            throw WebException.masked();
        }
        return given;
    }
}
