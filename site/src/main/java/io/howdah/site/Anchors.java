// SPDX-License-Identifier: Apache-2.0
package io.howdah.site;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Names headings of one page as GitHub does, so that a link into a page works in both places. */
final class Anchors {
    private final Map<String, Integer> taken = new HashMap<>();

    String name(String heading) {
        var name = heading.toLowerCase(Locale.ROOT)
                .strip()
                .replaceAll("[^\\p{L}\\p{N}\\p{M} _-]", "")
                .replace(' ', '-');
        int times = taken.merge(name, 1, Integer::sum);
        return times == 1 ? name : name + "-" + (times - 1);
    }
}
