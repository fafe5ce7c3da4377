// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What axe finds on a page that keeps somebody out: of what it calls serious or critical. */
public final class Axe {
    private static final Set<String> GRAVE = Set.of("serious", "critical");

    /** All of it: no row is left out because it looks like the one above. */
    private static final String CONTENT = "{ include: ['main'] }";

    /** What is folded up is seen by nobody, and by axe neither. */
    private static final String UNFOLD = "document.querySelectorAll('details').forEach(one => one.open = true)";

    private static final String OPTIONS = "resultTypes: ['violations'], preload: false";

    private final String script;

    private Axe(String script) {
        this.script = script;
    }

    public static Axe load() throws IOException {
        try (var stream = Axe.class.getResourceAsStream("/axe.min.js")) {
            if (stream == null) {
                throw new IOException("axe is not on the class path");
            }
            return new Axe(new String(stream.readAllBytes(), UTF_8));
        }
    }

    /** Of the whole page, by every rule. */
    public List<String> findings(Tab tab) {
        return run(tab, "document", "{ " + OPTIONS + " }");
    }

    /** Of what no other page has, by every rule. */
    public List<String> findingsOfContent(Tab tab) {
        return run(tab, CONTENT, "{ " + OPTIONS + " }");
    }

    /** Of the same, by the rules whose answer depends on colours and on how wide the page is. */
    public List<String> findingsOfLook(Tab tab) {
        return run(
                tab,
                CONTENT,
                "{ " + OPTIONS
                        + ", runOnly: ['color-contrast', 'scrollable-region-focusable', 'target-size',"
                        + " 'link-in-text-block'] }");
    }

    private List<String> run(Tab tab, String where, String options) {
        if (!tab.evaluate("typeof axe === 'object'").asBoolean()) {
            tab.evaluate(script + "; 1");
        }
        tab.evaluate(UNFOLD);
        var found = new ArrayList<String>();
        for (var violation :
                tab.evaluate("axe.run(" + where + ", " + options + ").then(result => result.violations)")) {
            if (GRAVE.contains(violation.path("impact").asString(""))) {
                violation
                        .get("nodes")
                        .forEach(node -> found.add(violation.get("id").asString() + " at "
                                + node.get("target") + ": "
                                + node.path("failureSummary").asString("").replaceAll("\\s+", " ")));
            }
        }
        return found;
    }
}
