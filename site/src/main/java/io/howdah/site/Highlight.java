// SPDX-License-Identifier: Apache-2.0
package io.howdah.site;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Marks comments, texts, numbers and words of a language in code that is already escaped for HTML. */
final class Highlight {
    private static final String TEXT = "(?<text>&quot;(?:\\\\.|(?!&quot;)[^\\\\\\n])*&quot;|'(?:\\\\.|[^'\\\\\\n])*')";
    private static final String NUMBER = "(?<number>\\b\\d[\\d_.]*[Lf]?\\b)";

    private static final String JAVA = """
            abstract boolean byte case catch class default else enum extends final finally for if implements import
            instanceof int interface long new null private public record return static switch this throw throws true
            false try var void while yield""";

    private static final String SQL = """
            alter and as asc begin by commit create count database delete desc filter for from function grant group
            having in index insert interval into is join left limit locked login not null on or order password role
            schema select set skip sum table to truncate update values view where with""";

    private static final Map<String, Pattern> LANGUAGES = Map.of(
            "java", pattern("//[^\\n]*|/\\*(?s:.*?)\\*/", "@[A-Z]\\w*|" + anyOf(JAVA)),
            "sql", pattern("--[^\\n]*", "(?i)" + anyOf(SQL)),
            "sh", pattern("(?<![\\w$&])#[^\\n]*", anyOf("export for do done if then fi while") + "|\\$\\w+"),
            "yaml", pattern("#[^\\n]*", "(?m)^\\s*(?:- )?[\\w-]+(?=:)"),
            "properties", pattern("(?m)^#[^\\n]*", "(?m)^[\\w.-]+(?==)"));

    private Highlight() {}

    static String of(String language, String escaped) {
        var pattern = LANGUAGES.get(language);
        return pattern == null ? escaped : pattern.matcher(escaped).replaceAll(Highlight::mark);
    }

    private static String mark(MatchResult found) {
        var kind = found.group("comment") != null
                ? "c"
                : found.group("text") != null ? "s" : found.group("word") != null ? "k" : "n";
        return Matcher.quoteReplacement("<span class=\"" + kind + "\">" + found.group() + "</span>");
    }

    private static String anyOf(String words) {
        return "\\b(?:" + words.strip().replaceAll("\\s+", "|") + ")\\b";
    }

    private static Pattern pattern(String comment, String word) {
        return Pattern.compile("(?<comment>" + comment + ")|" + TEXT + "|(?<word>" + word + ")|" + NUMBER);
    }
}
