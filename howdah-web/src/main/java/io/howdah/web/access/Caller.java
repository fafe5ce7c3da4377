// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.access;

import java.util.Optional;

/**
 * Who sent a request.
 *
 * @param name as the audit has it
 * @param formToken what a person's form must bring along; empty where the application guards its forms itself
 */
public record Caller(String name, Role role, Kind kind, Optional<String> formToken) {
    /** How somebody proves who they are. */
    public enum Kind {
        /** By a cookie, which browsers send by themselves: also when another site asks them to. */
        PERSON,
        /** By a key in a header, which only the one who has it sends. */
        PROGRAM
    }

    public static Caller person(String name, Role role, Optional<String> formToken) {
        return new Caller(name, role, Kind.PERSON, formToken);
    }

    public static Caller program(String name, Role role) {
        return new Caller(name, role, Kind.PROGRAM, Optional.empty());
    }

    public boolean may(Permission permission) {
        return role.allows(permission);
    }

    public boolean isPerson() {
        return kind == Kind.PERSON;
    }
}
