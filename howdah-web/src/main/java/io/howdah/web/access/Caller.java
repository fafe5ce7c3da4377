// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.access;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/**
 * Who sent a request.
 *
 * @param name as the audit has it
 * @param groups that a person is in, where somebody keeps them: approvals ask for them
 * @param formToken what a person's form must bring along; empty where the application guards its forms itself
 */
public record Caller(String name, Role role, Kind kind, Set<String> groups, Optional<String> formToken) {
    /** How somebody proves who they are. */
    public enum Kind {
        /** By a cookie, which browsers send by themselves: also when another site asks them to. */
        PERSON,
        /** By a key in a header, which only the one who has it sends. */
        PROGRAM
    }

    public static Caller person(String name, Role role, Optional<String> formToken) {
        return new Caller(name, role, Kind.PERSON, Set.of(), formToken);
    }

    public static Caller program(String name, Role role) {
        return new Caller(name, role, Kind.PROGRAM, Set.of(), Optional.empty());
    }

    /** The same, in these groups. */
    public Caller inGroups(Collection<String> groups) {
        return new Caller(name, role, kind, Set.copyOf(groups), formToken);
    }

    public boolean may(Permission permission) {
        return role.allows(permission);
    }

    public boolean isPerson() {
        return kind == Kind.PERSON;
    }
}
