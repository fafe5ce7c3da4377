// SPDX-License-Identifier: Apache-2.0
package io.howdah.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts a page into its frame: header, navigation, what is on this page, the pages before and after. */
final class Layout {
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    private final Navigation navigation;
    private final String frame = resource("page.html");

    Layout(Navigation navigation) {
        this.navigation = navigation;
    }

    String page(Page page) {
        return fill(Map.of(
                "title", Html.escape(page.title()),
                "kind", page.source().equals(Sources.HOME) ? "home" : "page",
                "root", page.toRoot(),
                "navigation", navigation(page.toRoot(), page.url()),
                "contents", contents(page),
                "body", Html.of(page),
                "around", around(page)));
    }

    /** The list of decisions, which no file has. */
    String decisions() {
        var list = new StringBuilder("<h1>Decisions</h1><p>Each with what would change our mind.</p><ul>");
        for (var entry : navigation.decisions()) {
            list.append("<li>").append(link("../", entry, "")).append("</li>");
        }
        return fill(Map.of(
                "title", "Decisions",
                "kind", "page",
                "root", "../",
                "navigation", navigation("../", "adr/index.html"),
                "contents", "",
                "body", list.append("</ul>").toString(),
                "around", ""));
    }

    static String resource(String name) {
        try (var stream = Layout.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the resource " + name + " is missing");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String fill(Map<String, String> values) {
        return PLACE.matcher(frame)
                .replaceAll(place -> Matcher.quoteReplacement(values.getOrDefault(place.group(1), "")));
    }

    private String navigation(String root, String current) {
        var html = new StringBuilder();
        navigation.sections().forEach((section, entries) -> {
            var isHere = entries.stream().anyMatch(entry -> entry.page().url().equals(current));
            html.append("<details")
                    .append(isHere || entries.size() < 14 ? " open" : "")
                    .append("><summary>");
            html.append(Html.escape(section)).append("</summary><ul>");
            for (var entry : entries) {
                html.append("<li>").append(link(root, entry, current)).append("</li>");
            }
            html.append("</ul></details>");
        });
        return html.toString();
    }

    private static String link(String root, Navigation.Entry entry, String current) {
        var here = entry.page().url().equals(current) ? " aria-current=\"page\"" : "";
        return "<a href=\"" + root + entry.page().url() + "\"" + here + ">" + Html.escape(entry.label()) + "</a>";
    }

    private static String contents(Page page) {
        var sections = page.headlines().stream()
                .filter(headline -> headline.level() == 2)
                .toList();
        if (sections.size() < 2) {
            return "";
        }
        var html = new StringBuilder("<nav class=\"contents\" aria-label=\"On this page\"><h2>On this page</h2><ul>");
        for (var section : sections) {
            html.append("<li><a href=\"#").append(section.anchor()).append("\">");
            html.append(Html.escape(section.text())).append("</a></li>");
        }
        return html.append("</ul></nav>").toString();
    }

    private String around(Page page) {
        List<Page> order = navigation.order();
        int place = order.indexOf(page);
        if (place < 0) {
            return "";
        }
        var html = new StringBuilder("<nav class=\"around\" aria-label=\"Before and after\">");
        if (place > 0) {
            html.append(step(page, order.get(place - 1), "before"));
        }
        if (place < order.size() - 1) {
            html.append(step(page, order.get(place + 1), "after"));
        }
        return html.append("</nav>").toString();
    }

    private static String step(Page from, Page to, String kind) {
        return "<a class=\"" + kind + "\" href=\"" + from.toRoot() + to.url() + "\">" + Html.escape(to.title())
                + "</a>";
    }
}
