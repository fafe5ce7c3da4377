// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.codec;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.howdah.Codec;
import io.howdah.Payload;
import io.howdah.PayloadException;
import java.io.IOException;

/** JSON by Jackson 2. */
final class Jackson2Codec implements Codec {
    /** As Jackson 3 does by itself: during a rolling update the old version reads what the new one has written. */
    private final JsonMapper mapper = JsonMapper.builder()
            .findAndAddModules()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    @Override
    public Payload encode(Object value) {
        try {
            return new Payload(mapper.writeValueAsBytes(value), Payload.JSON);
        } catch (IOException failure) {
            throw PayloadException.unwritable(value.getClass(), failure);
        }
    }

    @Override
    public <T> T decode(Payload payload, Class<T> type) {
        try {
            return mapper.readValue(payload.bytes(), type);
        } catch (IOException failure) {
            throw PayloadException.unreadable(type, payload.contentType(), failure);
        }
    }
}
