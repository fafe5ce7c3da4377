// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import io.howdah.internal.codec.Codecs;

/**
 * Turns values into payloads and back. Implementations must be thread-safe. {@code byte[]} and {@link Payload} reach no
 * codec but an {@link EncryptedCodec}: they are stored as they are.
 */
public interface Codec {
    /**
     * Writes a value.
     *
     * @throws PayloadException if the value cannot be written
     */
    Payload encode(Object value);

    /**
     * Reads a value.
     *
     * @throws PayloadException if the payload is not one of that type
     */
    <T> T decode(Payload payload, Class<T> type);

    /** JSON by Jackson 3, or by Jackson 2 where only that is present; without either, bytes alone. */
    static Codec json() {
        return Codecs.json();
    }
}
