// SPDX-License-Identifier: Apache-2.0
package io.howdah.site;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.commonmark.node.Heading;

/**
 * What can be searched for: the words of every section, in a script, for a page that is opened as a file may load no
 * JSON.
 */
final class SearchIndex {
    private final List<Section> sections = new ArrayList<>();

    private record Section(String url, String title, String heading, String words) {}

    private SearchIndex() {}

    static String of(Collection<Page> pages) {
        var index = new SearchIndex();
        pages.forEach(index::add);
        return index.sections.stream()
                .map(one -> "[" + quote(one.url()) + "," + quote(one.title()) + "," + quote(one.heading()) + ","
                        + quote(one.words()) + "]")
                .collect(Collectors.joining(",\n", "window.howdahIndex = [\n", "\n];\n"));
    }

    private void add(Page page) {
        var heading = page.title();
        var url = page.url();
        var words = new StringBuilder();
        var headlines = page.headlines().iterator();
        for (var node = page.document().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading) {
                end(page, url, heading, words);
                var headline = headlines.next();
                heading = headline.text();
                url = headline.level() == 1 ? page.url() : page.url() + "#" + headline.anchor();
            } else {
                words.append(Words.of(node)).append(' ');
            }
        }
        end(page, url, heading, words);
    }

    private void end(Page page, String url, String heading, StringBuilder words) {
        if (!words.isEmpty()) {
            sections.add(
                    new Section(url, page.title(), heading, words.toString().strip()));
        }
        words.setLength(0);
    }

    /** As JSON, and harmless inside a script. */
    private static String quote(String text) {
        var quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                case '<', '\u2028', '\u2029' -> quoted.append(String.format("\\u%04x", (int) c));
                default -> quoted.append(c < ' ' ? ' ' : c);
            }
        }
        return quoted.append('"').toString();
    }
}
