// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.Nulls;
import io.howdah.web.WebException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** JSON as this API has it, whatever the application's own looks like: what is unknown is refused, not ignored. */
final class Json {
    private final JsonMapper mapper = JsonMapper.builder()
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

    <T> T read(byte[] body, Class<T> type) {
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
        return WebException.malformed(what + " is not of the form that it must have.", failure);
    }
}
