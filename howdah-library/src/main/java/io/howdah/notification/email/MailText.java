// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification.email;

import io.howdah.notification.Outgoing;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mail as it travels. Everything that somebody has written is encoded, in the headers too: so no line of it can be
 * taken for a header or for the end, and no line is too long.
 */
final class MailText {
    /** A word may have 75 characters, 12 of which say that it is one. */
    private static final int WORD_BYTES = 45;

    private MailText() {}

    static byte[] of(Outgoing delivery, String from, @Nullable String fromName) {
        var lines = new ArrayList<String>();
        var id = delivery.id().toString();
        lines.add("From: " + (fromName == null ? "" : word(fromName) + " ") + "<" + from + ">");
        lines.add("To: <" + delivery.address() + ">");
        lines.add("Subject: " + word(delivery.subject().orElse(delivery.type())));
        lines.add("Date: "
                + DateTimeFormatter.RFC_1123_DATE_TIME.format(delivery.sentAt().atOffset(ZoneOffset.UTC)));
        lines.add("Message-ID: <" + id + "@" + from.substring(from.indexOf('@') + 1) + ">");
        lines.add("Auto-Submitted: auto-generated");
        lines.add("MIME-Version: 1.0");
        var text = delivery.text().orElseGet(() -> delivery.subject().orElse(delivery.type()));
        if (delivery.html().isEmpty()) {
            part(lines, "plain", text);
        } else {
            var boundary = "part-" + id;
            lines.add("Content-Type: multipart/alternative; boundary=\"" + boundary + "\"");
            lines.add("");
            lines.add("--" + boundary);
            part(lines, "plain", text);
            lines.add("--" + boundary);
            part(lines, "html", delivery.html().get());
            lines.add("--" + boundary + "--");
        }
        return (String.join("\r\n", lines) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static void part(List<String> lines, String kind, String text) {
        lines.add("Content-Type: text/" + kind + "; charset=UTF-8");
        lines.add("Content-Transfer-Encoding: base64");
        lines.add("");
        var written = text.replaceAll("\\R", "\r\n").getBytes(StandardCharsets.UTF_8);
        lines.add(Base64.getMimeEncoder().encodeToString(written));
    }

    /** In words of whole characters. */
    private static String word(String text) {
        var words = new ArrayList<String>();
        var bytes = new StringBuilder();
        var length = 0;
        for (var character : text.codePoints().toArray()) {
            var one = Character.toString(character);
            var size = one.getBytes(StandardCharsets.UTF_8).length;
            if (length + size > WORD_BYTES) {
                words.add(encode(bytes.toString()));
                bytes.setLength(0);
                length = 0;
            }
            bytes.append(one);
            length += size;
        }
        words.add(encode(bytes.toString()));
        return String.join("\r\n ", words);
    }

    private static String encode(String text) {
        return "=?UTF-8?B?" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + "?=";
    }
}
