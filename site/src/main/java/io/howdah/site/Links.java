// SPDX-License-Identifier: Apache-2.0
package io.howdah.site;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;

/**
 * Turns links between files into links between pages. What leads nowhere is a fault; a file that is no page is copied
 * beside the pages, and a directory that is none is not linked to.
 */
final class Links {
    /** Decisions are listed by a page that is made for them. */
    static final Path DECISIONS = Path.of("docs", "adr");

    private final Path root;
    private final Map<Path, Page> pages;
    private final List<String> faults = new ArrayList<>();
    private final Map<String, Path> copies = new TreeMap<>();

    Links(Path root, Map<Path, Page> pages) {
        this.root = root;
        this.pages = pages;
    }

    List<String> faults() {
        return Collections.unmodifiableList(faults);
    }

    /** Files to be copied, by where they go. */
    Map<String, Path> copies() {
        return Collections.unmodifiableMap(copies);
    }

    void rewrite(Page page) {
        var found = new ArrayList<Link>();
        page.document().accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                found.add(link);
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                image.setDestination(destination(page, image.getDestination()));
            }
        });
        for (var link : found) {
            var destination = destination(page, link.getDestination());
            if (destination.isEmpty()) {
                unlink(link);
            } else {
                link.setDestination(destination);
            }
        }
    }

    private static void unlink(Link link) {
        for (var child = link.getFirstChild(); child != null; child = link.getFirstChild()) {
            link.insertBefore(child);
        }
        link.unlink();
    }

    /** Where a link of the page leads to in the site; empty if it leads to nothing that is there. */
    private String destination(Page from, String target) {
        if (target.matches("[a-z][a-z0-9+.-]*:.*")) {
            return target;
        }
        int hash = target.indexOf('#');
        var path = hash < 0 ? target : target.substring(0, hash);
        var anchor = hash < 0 ? "" : target.substring(hash + 1);
        var file = path.isEmpty() ? from.source() : resolve(from, path);
        var page = pages.get(file);
        if (page != null) {
            return toPage(from, page, anchor, target);
        }
        return toFile(from, file, target);
    }

    private String toPage(Page from, Page page, String anchor, String target) {
        if (anchor.isEmpty()) {
            return from.toRoot() + page.url();
        }
        if (!page.anchors().contains(anchor)) {
            faults.add(from.source() + " -> " + target + ": no heading there is named so; there are "
                    + nearest(page.anchors()));
        }
        return (page.equals(from) ? "" : from.toRoot() + page.url()) + "#" + anchor;
    }

    private String toFile(Page from, Path file, String target) {
        if (file.equals(DECISIONS)) {
            return from.toRoot() + "adr/index.html";
        }
        if (!Files.exists(root.resolve(file))) {
            faults.add(from.source() + " -> " + target + ": there is no such file");
            return "";
        }
        if (Files.isDirectory(root.resolve(file))) {
            return "";
        }
        var place = "files/" + file.toString().replace('\\', '/') + (isShownByBrowsers(file) ? "" : ".txt");
        copies.put(place, file);
        return from.toRoot() + place;
    }

    private static boolean isShownByBrowsers(Path file) {
        return file.toString().matches(".*\\.(json|txt|svg|png|webp)");
    }

    private static Path resolve(Page from, String path) {
        var folder = from.source().getParent();
        return (folder == null ? Path.of(path) : folder.resolve(path)).normalize();
    }

    private static String nearest(Set<String> anchors) {
        return String.join(", ", anchors.stream().sorted().limit(20).toList());
    }
}
