// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Masks what follows a name in words that are no JSON, or only a part of some: {@code "name": value},
 * {@code name=value}, and {@code name: value} at the beginning of a line. Best effort: it cannot know every way of
 * writing. All repetitions are bounded, so that no text takes long.
 */
record MaskedText(Predicate<String> names) {
    /** JSON within JSON has its quotes escaped, once for each level. */
    private static final Pattern NAME = Pattern.compile(
            "\\\\{0,7}\"([^\"\\\\\\r\\n]{1,200})\\\\{0,7}\"\\s{0,20}:\\s{0,20}"
                    + "|(?<![\\w.-])([\\w.-]{1,100}+)=|^[ \\t]{0,20}([\\w.-]{1,100}+):[ \\t]{0,20}",
            Pattern.MULTILINE);

    private static final String ENDS = " \t\r\n,;&\"'<>)}]";

    String of(String words) {
        var masked = new StringBuilder();
        var name = NAME.matcher(words);
        var at = 0;
        while (at < words.length() && name.find(at)) {
            masked.append(words, at, name.end());
            at = name.end();
            if (names.test(name(name))) {
                var end = name.group(3) == null ? end(words, at) : lineEnd(words, at);
                masked.append(end > at ? Redaction.MASK : "");
                at = end;
            }
        }
        return masked.append(words.substring(Math.min(at, words.length()))).toString();
    }

    private static String name(java.util.regex.Matcher found) {
        var quoted = found.group(1);
        var plain = found.group(2);
        return quoted != null ? quoted : plain != null ? plain : found.group(3);
    }

    private static int lineEnd(String words, int from) {
        var end = words.indexOf('\n', from);
        return end < 0 ? words.length() : end;
    }

    /** Where a value ends; one that has parts is not looked into, and takes all that follows. */
    private static int end(String words, int from) {
        var at = from;
        while (at < words.length() && words.charAt(at) == '\\') {
            at++;
        }
        if (at < words.length() && words.charAt(at) == '"') {
            return quotedEnd(words, at + 1, words.substring(from, at + 1));
        }
        if (from < words.length() && (words.charAt(from) == '{' || words.charAt(from) == '[')) {
            return words.length();
        }
        at = from;
        while (at < words.length() && ENDS.indexOf(words.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private static int quotedEnd(String words, int from, String quote) {
        if (quote.length() > 1) {
            var end = words.indexOf(quote, from);
            return end < 0 ? words.length() : end + quote.length();
        }
        for (int at = from; at < words.length(); at++) {
            if (words.charAt(at) == '\\') {
                at++;
            } else if (words.charAt(at) == '"') {
                return at + 1;
            }
        }
        return words.length();
    }
}
