// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.Nulls;
import io.howdah.web.WebException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * JSON as this API has it, whatever the application's own looks like: what is unknown, there twice or of another form
 * is refused, not ignored and not guessed. Of numbers in a payload no digit is lost.
 */
final class Json {
    private final JsonMapper mapper = JsonMapper.builder()
            .addModule(times())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            // Nothing is no element, and an empty text is no number, time or word of a list.
            .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
            .withCoercionConfigDefaults(rules -> rules.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail))
            // A record's components are what it says; what can be asked of it besides is for us.
            .changeDefaultVisibility(shown -> shown.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE))
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_ABSENT))
            .build();

    /** A number would be taken for seconds by some and for milliseconds by others. */
    private static SimpleModule times() {
        return new SimpleModule()
                .addDeserializer(Duration.class, new Text<>(Duration.class, Duration::parse))
                .addDeserializer(
                        Instant.class,
                        new Text<>(
                                Instant.class,
                                text -> OffsetDateTime.parse(text).toInstant()));
    }

    <T> T read(byte[] body, Class<T> type) {
        if (body.length == 0) {
            throw WebException.malformed("The body is missing: send " + Forms.of(type) + " of JSON.", null);
        }
        try {
            var value = mapper.readValue(body, type);
            if (value == null) {
                throw WebException.invalid("The body must not be null.");
            }
            return value;
        } catch (DatabindException failure) {
            throw causeOf(failure);
        } catch (JacksonException failure) {
            throw WebException.malformed("The body is not JSON: " + failure.getOriginalMessage(), failure);
        }
    }

    /** Those of an object, as text; none of what is none. */
    Map<String, String> fields(byte[] body) {
        var fields = new LinkedHashMap<String, String>();
        try {
            mapper.readTree(body).forEachEntry((name, value) -> fields.put(name, text(value)));
        } catch (JacksonException notJson) {
            return Map.of();
        }
        return fields;
    }

    private static String text(JsonNode value) {
        return value.isArray()
                ? value.valueStream().map(Json::text).collect(Collectors.joining(","))
                : value.isNull() ? "" : value.asString("");
    }

    byte[] write(Object value) {
        return mapper.writeValueAsBytes(value);
    }

    /** What a request's own type says of a value is for whoever sent it. */
    private static WebException causeOf(DatabindException failure) {
        if (failure.getCause() instanceof WebException known) {
            return known;
        }
        if (failure.getCause() instanceof IllegalArgumentException refused) {
            return WebException.invalid(String.valueOf(refused.getMessage()));
        }
        var place = failure.getPath().stream()
                .map(step -> step.getPropertyName() == null ? "[" + step.getIndex() + "]" : step.getPropertyName())
                .collect(Collectors.joining("."));
        if (failure instanceof UnrecognizedPropertyException) {
            return WebException.malformed("There is no field " + place + " here.", failure);
        }
        var what = place.isEmpty() ? "The body" : "The field " + place;
        if (failure instanceof InvalidNullException) {
            return WebException.invalid(what + " must not be null.");
        }
        if (String.valueOf(failure.getOriginalMessage()).startsWith("Trailing token")) {
            return WebException.malformed("There is more in the body after its end.", failure);
        }
        var form = failure instanceof MismatchedInputException known ? known.getTargetType() : null;
        return WebException.malformed(what + " must be " + Forms.of(form) + ".", failure);
    }

    /** What is written as text, and as nothing else. */
    private static final class Text<T> extends StdDeserializer<T> {
        private final Function<String, T> parser;

        Text(Class<T> type, Function<String, T> parser) {
            super(type);
            this.parser = parser;
        }

        @Override
        public T deserialize(JsonParser json, DeserializationContext context) {
            if (!json.hasToken(JsonToken.VALUE_STRING)) {
                throw MismatchedInputException.from(json, handledType(), "not a text");
            }
            try {
                return parser.apply(json.getString());
            } catch (DateTimeException wrong) {
                throw MismatchedInputException.from(json, handledType(), "not of this form");
            }
        }
    }
}
