// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.codec;

import io.howdah.Codec;
import io.howdah.Payload;
import io.howdah.PayloadException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** JSON by Jackson 3. */
final class Jackson3Codec implements Codec {
    private final JsonMapper mapper = JsonMapper.builder().build();

    @Override
    public Payload encode(Object value) {
        try {
            return new Payload(mapper.writeValueAsBytes(value), Payload.JSON);
        } catch (JacksonException failure) {
            throw PayloadException.unwritable(value.getClass(), failure);
        }
    }

    @Override
    public <T> T decode(Payload payload, Class<T> type) {
        try {
            return mapper.readValue(payload.bytes(), type);
        } catch (JacksonException failure) {
            throw PayloadException.unreadable(type, payload.contentType(), failure);
        }
    }
}
