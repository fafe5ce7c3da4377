// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.codec;

import io.howdah.Codec;
import io.howdah.EncryptedCodec;
import io.howdah.Payload;
import io.howdah.PayloadException;

/** Chooses a codec, and lets bytes pass by any of them. */
public final class Codecs {
    private static final Codec JSON = new Json();

    private Codecs() {}

    public static Codec json() {
        return JSON;
    }

    /** The one that {@link #json} is. */
    static Codec chosen() {
        return Json.Chosen.CODEC;
    }

    /** The codec for everything but {@code byte[]} and {@link Payload}, which are stored as they are. */
    public static Codec withBytes(Codec codec) {
        // An encrypting one must see bytes too, and has this inside.
        return codec instanceof EncryptedCodec ? codec : new BytesAsTheyAre(codec);
    }

    private static Codec choose() {
        if (isPresent("tools.jackson.databind.json.JsonMapper")) {
            return new Jackson3Codec();
        }
        return isPresent("com.fasterxml.jackson.databind.json.JsonMapper") ? new Jackson2Codec() : new NoCodec();
    }

    private static boolean isPresent(String type) {
        try {
            Class.forName(type, false, Codecs.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }

    /**
     * Chosen by the first value that is written or read: Jackson is hundreds of classes, which nobody who starts has to
     * wait for.
     */
    private static final class Json implements Codec {
        private static final class Chosen {
            static final Codec CODEC = choose();
        }

        @Override
        public Payload encode(Object value) {
            return Chosen.CODEC.encode(value);
        }

        @Override
        public <T> T decode(Payload payload, Class<T> type) {
            return Chosen.CODEC.decode(payload, type);
        }
    }

    private record BytesAsTheyAre(Codec others) implements Codec {
        @Override
        public Payload encode(Object value) {
            return switch (value) {
                case byte[] bytes -> new Payload(bytes, Payload.BYTES);
                case Payload payload -> payload;
                default -> others.encode(value);
            };
        }

        @Override
        public <T> T decode(Payload payload, Class<T> type) {
            if (type == Payload.class) {
                return type.cast(payload);
            }
            return type == byte[].class ? type.cast(payload.bytes()) : others.decode(payload, type);
        }
    }

    private record NoCodec() implements Codec {
        @Override
        public Payload encode(Object value) {
            throw PayloadException.noCodec(value.getClass());
        }

        @Override
        public <T> T decode(Payload payload, Class<T> type) {
            throw PayloadException.noCodec(type);
        }
    }
}
