// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A value could not be written as a payload, or a payload could not be read as the value that was asked for. */
public final class PayloadException extends HowdahException {
    private PayloadException(String code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    /** Trying again may help: another process has the key, or this one will have it. */
    public boolean isKeyMissing() {
        return code().equals("payload-unknown-key");
    }

    public static PayloadException unwritable(Class<?> type, Throwable cause) {
        return new PayloadException(
                "payload-unwritable",
                "A " + type.getName() + " could not be written as a payload: " + cause.getMessage(),
                cause);
    }

    public static PayloadException unreadable(Class<?> type, String contentType, Throwable cause) {
        return new PayloadException(
                "payload-unreadable",
                "A payload of " + contentType + " could not be read as " + type.getName() + ": " + cause.getMessage(),
                cause);
    }

    public static PayloadException unknownKey(String keyId, Set<String> known) {
        return new PayloadException(
                "payload-unknown-key",
                "A payload was encrypted with the key " + keyId + ", which is not here; here are "
                        + new TreeSet<>(known) + ": give the codec that key too",
                null);
    }

    public static PayloadException noCodec(Class<?> type) {
        return new PayloadException(
                "payload-no-codec",
                "There is no codec for " + type.getName()
                        + ": put jackson-databind (tools.jackson.core or com.fasterxml.jackson.core) on the class"
                        + " path, give Howdah.builder(…).codec(…), or use byte[]",
                null);
    }
}
