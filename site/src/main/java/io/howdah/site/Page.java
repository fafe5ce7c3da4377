// SPDX-License-Identifier: Apache-2.0
package io.howdah.site;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.commonmark.node.Node;

/**
 * One page: the file that it comes from, where it will be, and what stands on it.
 *
 * @param source relative to the root of the sources
 * @param url relative to the root of the site
 */
record Page(Path source, String url, String title, Node document, List<Headline> headlines) {
    /** A heading, and the name by which it is linked to. */
    record Headline(Node node, int level, String text, String anchor) {}

    Set<String> anchors() {
        return headlines.stream().map(Headline::anchor).collect(Collectors.toSet());
    }

    /** How many directories it is below the root, as a way back: {@code ../}. */
    String toRoot() {
        return "../".repeat((int) url.chars().filter(c -> c == '/').count());
    }
}
