// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.console;

import io.howdah.web.access.Caller;
import io.howdah.web.access.Permission;
import java.util.List;
import java.util.Optional;

/**
 * What is around the content of every page.
 *
 * @param base what every link begins with
 * @param path which section is shown
 */
public record Frame(
        String title,
        String base,
        String path,
        String version,
        Optional<Caller> caller,
        Optional<String> logoutPath,
        List<Section> sections) {
    /** What a form must bring along; empty where nothing is asked for. */
    public String formToken() {
        return caller.flatMap(Caller::formToken).orElse("");
    }

    public boolean may(Permission permission) {
        return caller.map(known -> known.may(permission)).orElse(false);
    }

    public boolean isCurrent(Section section) {
        return section.path().equals(path) || (!section.path().equals("/") && path.startsWith(section.path() + "/"));
    }

    /** Sections whose order begins with the same digits belong together. */
    public boolean beginsGroup(Section section) {
        var place = sections.indexOf(section);
        return place > 0 && sections.get(place - 1).order() / 10 != section.order() / 10;
    }

    public String link(Section section) {
        return base + section.path();
    }
}
