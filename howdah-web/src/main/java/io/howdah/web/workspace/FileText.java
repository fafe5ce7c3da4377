// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.workspace.Snapshot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The text of a file, if it is a small one and text at all. */
final class FileText {
    static final int MOST_BYTES = 256 * 1024;

    private FileText() {}

    /** Empty where it is larger than a page shows, or no text in UTF-8. */
    static Optional<String> of(Snapshot snapshot, FileRow file) throws IOException {
        if (file.size() > MOST_BYTES) {
            return Optional.empty();
        }
        try (var content = snapshot.read(file.path())) {
            var bytes = content.readNBytes(MOST_BYTES);
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return text.chars().anyMatch(FileText::isBinary) ? Optional.empty() : Optional.of(text.toString());
        } catch (CharacterCodingException notText) {
            return Optional.empty();
        }
    }

    private static boolean isBinary(int character) {
        return character < ' ' && character != '\n' && character != '\r' && character != '\t' && character != '\f';
    }
}
