// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import java.util.List;

/**
 * A rule, and who has voted for the request that it is met by.
 *
 * @param people who count for it by name
 * @param groups who count for it as their members
 */
public record RuleStanding(String name, int needed, List<String> people, List<String> groups, List<String> approvedBy) {
    public boolean holds() {
        return approvedBy.size() >= needed;
    }

    /** Who is meant, as people read it. */
    public String who() {
        var all = new java.util.ArrayList<>(people);
        groups.forEach(group -> all.add("group " + group));
        return String.join(", ", all);
    }
}
