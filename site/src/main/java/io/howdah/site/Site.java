// SPDX-License-Identifier: Apache-2.0
package io.howdah.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** The documentation as a site: read, checked, and written as plain files that need no server. */
final class Site {
    private static final List<String> ASSETS = List.of("site.css", "site.js", "howdah.svg");

    private final Path root;

    private Site(Path root) {
        this.root = root;
    }

    static Site of(Path root) {
        return new Site(root.toAbsolutePath().normalize());
    }

    /** Writes all pages and answers how many; writes nothing and throws if anything is wrong with one of them. */
    int writeTo(Path target) throws IOException {
        var pages = new Sources(root).read();
        var faults = new ArrayList<String>();
        var navigation = Navigation.of(pages, faults);
        var links = new Links(root, pages);
        pages.values().forEach(links::rewrite);
        faults.addAll(links.faults());
        if (!faults.isEmpty()) {
            throw new BrokenSiteException(faults);
        }
        var layout = new Layout(navigation);
        for (var page : pages.values()) {
            write(target.resolve(page.url()), layout.page(page));
        }
        write(target.resolve("adr/index.html"), layout.decisions());
        write(target.resolve("search.js"), SearchIndex.of(pages.values()));
        for (var asset : ASSETS) {
            write(target.resolve(asset), Layout.resource(asset));
        }
        for (var copy : links.copies().entrySet()) {
            copy(root.resolve(copy.getValue()), target.resolve(copy.getKey()));
        }
        return pages.size();
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.toAbsolutePath().getParent());
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
}
