// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** People who may decide: by name, or as members of groups. */
public record Approvers(Set<String> people, Set<String> groups) {
    static final Approvers NOBODY = new Approvers(Set.of(), Set.of());

    private static final int MOST = 1_000;
    private static final int LONGEST = 200;

    public Approvers {
        people = Set.copyOf(people);
        groups = Set.copyOf(groups);
        if (people.size() + groups.size() > MOST) {
            throw new IllegalArgumentException("a rule names at most 1000 people and groups");
        }
        people.forEach(Approvers::requireName);
        groups.forEach(Approvers::requireName);
    }

    public static Approvers people(String... names) {
        return new Approvers(new LinkedHashSet<>(List.of(names)), Set.of());
    }

    public static Approvers groups(String... names) {
        return new Approvers(Set.of(), new LinkedHashSet<>(List.of(names)));
    }

    /** These and those. */
    public Approvers or(Approvers others) {
        var allPeople = new LinkedHashSet<>(people);
        allPeople.addAll(others.people);
        var allGroups = new LinkedHashSet<>(groups);
        allGroups.addAll(others.groups);
        return new Approvers(allPeople, allGroups);
    }

    boolean include(String name, Set<String> memberOf) {
        return people.contains(name) || groups.stream().anyMatch(memberOf::contains);
    }

    boolean isNobody() {
        return people.isEmpty() && groups.isEmpty();
    }

    static String requireName(String name) {
        if (name.isBlank() || name.length() > LONGEST || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a name has 1 to 200 characters: \"" + name + "\"");
        }
        return name;
    }
}
