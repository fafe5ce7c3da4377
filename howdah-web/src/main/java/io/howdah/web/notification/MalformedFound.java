// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Malformed;
import io.howdah.notification.NotificationId;
import io.howdah.web.api.Redaction;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/**
 * Something that came in and could not be taken in, as it came.
 *
 * @param text absent when it is no text
 * @param base64 absent when it is, and when it is not shown
 * @param redacted whether there is more to it than is shown
 * @param settledAs what it became, if it was submitted again
 */
public record MalformedFound(
        String id,
        String producer,
        String code,
        String reason,
        Instant receivedAt,
        Optional<String> text,
        Optional<String> base64,
        boolean redacted,
        Optional<String> settledBy,
        Optional<String> settledAs) {
    static MalformedFound of(Malformed malformed, Redaction by) {
        var text = text(malformed.raw());
        var shown = text.map(by::text);
        return new MalformedFound(
                malformed.id().toString(),
                malformed.producer(),
                malformed.code(),
                malformed.reason(),
                malformed.receivedAt(),
                shown,
                text.isPresent() || by.isOn()
                        ? Optional.empty()
                        : Optional.of(Base64.getEncoder().encodeToString(malformed.raw())),
                by.isOn() && (text.isEmpty() || !shown.equals(text)),
                malformed.settledBy(),
                malformed.settledAs().map(NotificationId::toString));
    }

    private static Optional<String> text(byte[] raw) {
        try {
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(raw))
                    .toString();
            return text.indexOf('\0') < 0 ? Optional.of(text) : Optional.empty();
        } catch (CharacterCodingException bytes) {
            return Optional.empty();
        }
    }
}
