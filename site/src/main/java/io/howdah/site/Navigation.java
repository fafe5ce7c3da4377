// SPDX-License-Identifier: Apache-2.0
package io.howdah.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Link;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.Text;

/** The order of pages: that of the list in {@code docs/README.md}, so that there is one list and not two. */
final class Navigation {
    private static final String FIRST = "Begin";
    private static final String DECISIONS = "Decisions";

    private final Map<String, List<Entry>> sections = new LinkedHashMap<>();

    /** A page as the list calls it. */
    record Entry(String label, Page page) {}

    private Navigation() {}

    /** Read before links are rewritten: it goes by files. */
    static Navigation of(Map<Path, Page> pages, List<String> faults) {
        var navigation = new Navigation();
        var home = pages.get(Sources.HOME);
        if (home == null) {
            throw new BrokenSiteException(List.of("there is no " + Sources.HOME));
        }
        navigation.add(FIRST, new Entry("Documentation", home));
        home.document().accept(new AbstractVisitor() {
            @Override
            public void visit(ListItem item) {
                navigation.read(item, pages);
            }
        });
        navigation.decisions(pages);
        for (var page : pages.values()) {
            if (page.source().startsWith("docs") && navigation.find(page).isEmpty()) {
                faults.add(page.source() + " is in no list of " + Sources.HOME);
            }
        }
        return navigation;
    }

    Map<String, List<Entry>> sections() {
        return sections;
    }

    /** All pages in reading order. */
    List<Page> order() {
        return sections.values().stream().flatMap(List::stream).map(Entry::page).toList();
    }

    List<Entry> decisions() {
        return sections.getOrDefault(DECISIONS, List.of());
    }

    private Optional<Entry> find(Page page) {
        return sections.values().stream()
                .flatMap(List::stream)
                .filter(entry -> entry.page().equals(page))
                .findFirst();
    }

    private void read(ListItem item, Map<Path, Page> pages) {
        var section = section(item);
        item.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                var file = Path.of("docs").resolve(link.getDestination()).normalize();
                Optional.ofNullable(pages.get(file))
                        .filter(page -> find(page).isEmpty())
                        .ifPresent(page -> add(section, new Entry(capital(Words.of(link)), page)));
            }
        });
    }

    /** The words before a colon with which an entry of the list begins. */
    private static String section(ListItem item) {
        var first = item.getFirstChild();
        Node text = first == null ? null : first.getFirstChild();
        if (text instanceof Text begin && begin.getLiteral().contains(":")) {
            return begin.getLiteral().substring(0, begin.getLiteral().indexOf(':'));
        }
        return FIRST;
    }

    private void decisions(Map<Path, Page> pages) {
        var byNumber = new TreeMap<String, Page>();
        pages.values().stream()
                .filter(page -> page.source().startsWith(Links.DECISIONS))
                .forEach(page -> byNumber.put(page.source().toString(), page));
        byNumber.values().forEach(page -> add(DECISIONS, new Entry(page.title(), page)));
    }

    private void add(String section, Entry entry) {
        sections.computeIfAbsent(section, name -> new ArrayList<>()).add(entry);
    }

    private static String capital(String words) {
        return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
