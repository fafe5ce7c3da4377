// SPDX-License-Identifier: Apache-2.0
package io.howdah.site;

import io.howdah.site.Page.Headline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;

/** Finds and reads what becomes a page: everything in {@code docs}, and a few files beside it. */
final class Sources {
    static final Path HOME = Path.of("docs", "README.md");
    private static final List<String> BESIDE =
            List.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md");

    private final Parser parser =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();
    private final Path root;

    Sources(Path root) {
        this.root = root;
    }

    /** All pages, by the file that they come from. */
    Map<Path, Page> read() throws IOException {
        var files = new ArrayList<Path>();
        try (var all = Files.walk(root.resolve("docs"))) {
            all.filter(file -> file.toString().endsWith(".md"))
                    .map(root::relativize)
                    .forEach(files::add);
        }
        BESIDE.stream()
                .map(Path::of)
                .filter(file -> Files.exists(root.resolve(file)))
                .forEach(files::add);
        var pages = new TreeMap<Path, Page>();
        for (var file : files) {
            pages.put(file, page(file));
        }
        return pages;
    }

    private Page page(Path file) throws IOException {
        var document = parser.parse(Files.readString(root.resolve(file)));
        var headlines = headlines(document);
        var title = headlines.isEmpty() ? file.toString() : headlines.getFirst().text();
        return new Page(file, url(file), title, document, headlines);
    }

    static String url(Path file) {
        if (file.equals(HOME)) {
            return "index.html";
        }
        var path = file.toString().replace('\\', '/').replaceFirst("\\.md$", "");
        if (path.startsWith("docs/")) {
            return path.substring("docs/".length()) + ".html";
        }
        return path.toLowerCase(Locale.ROOT).replaceFirst("/readme$", "").replace("readme", "overview") + ".html";
    }

    private static List<Headline> headlines(Node document) {
        var anchors = new Anchors();
        var found = new ArrayList<Headline>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                var text = Words.of(heading);
                found.add(new Headline(heading, heading.getLevel(), text, anchors.name(text)));
            }
        });
        return List.copyOf(found);
    }
}
