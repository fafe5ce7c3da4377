// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.access;

import io.howdah.web.WebException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What somebody is, and so what they may do. */
public enum Role {
    /** A program that only adds work; no person is one. */
    PRODUCER,
    /** A program that adds work and does it, in any language; no person is one. */
    WORKER,
    VIEWER,
    OPERATOR,
    APPROVER,
    ADMIN;

    public boolean allows(Permission permission) {
        return switch (permission) {
            case NONE -> true;
            case VIEW -> this != PRODUCER && this != WORKER;
            case PRODUCE -> this == PRODUCER || this == WORKER || this == OPERATOR || this == ADMIN;
            case CONSUME -> this == WORKER || this == OPERATOR || this == ADMIN;
            case OPERATE -> this == OPERATOR || this == ADMIN;
            case APPROVE -> this == APPROVER || this == ADMIN;
            case ADMINISTER -> this == ADMIN;
        };
    }

    /** As people write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Role> of(String word) {
        return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
    }

    /** The one of that word among these, or the words that there are. */
    public static Role require(String word, List<Role> among) {
        return of(word).filter(among::contains)
                .orElseThrow(() -> WebException.invalid("There is no role \"" + word + "\": it is one of "
                        + among.stream().map(Role::word).collect(Collectors.joining(", ")) + "."));
    }

    /** Those that a person can have. */
    public static List<Role> ofPeople() {
        return List.of(VIEWER, OPERATOR, APPROVER, ADMIN);
    }
}
