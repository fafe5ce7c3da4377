// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What a file of a workspace may be called, so that it can be written to a directory anywhere and stays inside it. */
final class FilePath {
    /** The file in a checkout that says of which workspace it is. */
    static final String MARKER = ".howdah-checkout";

    private static final int LONGEST = 1000;
    private static final int LONGEST_SEGMENT_BYTES = 255;
    private static final int LONGEST_SHOWN = 100;

    private FilePath() {}

    static String require(String path) {
        if (path.isEmpty() || path.length() > LONGEST) {
            throw PathException.invalid(path, "a path has 1 to " + LONGEST + " characters");
        }
        if (path.codePoints().anyMatch(FilePath::isForbidden)) {
            throw PathException.invalid(path, "a path has no backslash, NUL or other control character");
        }
        for (var segment : path.split("/", -1)) {
            requireSegment(path, segment);
        }
        if (fold(path).equals(MARKER)) {
            throw PathException.invalid(path, "this name is kept for checkouts");
        }
        return path;
    }

    private static void requireSegment(String path, String segment) {
        if (segment.isEmpty()) {
            throw PathException.invalid(path, "a path is relative, with one / between two names");
        }
        if (segment.equals(".") || segment.equals("..")) {
            throw PathException.invalid(path, "a path has no . and no ..");
        }
        if (segment.getBytes(StandardCharsets.UTF_8).length > LONGEST_SEGMENT_BYTES) {
            throw PathException.invalid(
                    path, "a name in a path has up to " + LONGEST_SEGMENT_BYTES + " bytes of UTF-8");
        }
    }

    /** Equal for paths that some file system takes for the same: in another case, or composed in another way. */
    static String fold(String path) {
        var folded = path.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return Normalizer.normalize(folded, Normalizer.Form.NFC);
    }

    /** The directories that these files are in, each with what it is folded. */
    static Map<String, String> directories(Iterable<String> paths) {
        var directories = new LinkedHashMap<String, String>();
        for (var path : paths) {
            for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
                var directory = path.substring(0, end);
                if (directories.containsKey(directory)) {
                    break;
                }
                directories.put(directory, fold(directory));
            }
        }
        return directories;
    }

    static String shown(String text) {
        var visible = text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "…" : text;
        return visible.replace('\0', '␀');
    }

    private static boolean isForbidden(int character) {
        return character == '\\'
                || Character.isISOControl(character)
                || (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE);
    }
}
