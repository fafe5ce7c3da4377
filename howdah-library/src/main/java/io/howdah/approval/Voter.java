// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import java.util.Optional;
import java.util.Set;

/**
 * Who votes, as your application has authenticated him, and which groups he is in.
 *
 * @param onBehalfOf for whom he votes, who must have delegated that to him
 */
public record Voter(String name, Set<String> groups, Optional<String> onBehalfOf) {
    public Voter {
        Approvers.requireName(name);
        groups = Set.copyOf(groups);
    }

    public static Voter of(String name, String... groups) {
        return new Voter(name, Set.of(groups), Optional.empty());
    }

    public Voter onBehalfOf(String delegator) {
        return new Voter(name, groups, Optional.of(Approvers.requireName(delegator)));
    }

    /** Whose vote it is. */
    String represented() {
        return onBehalfOf.orElse(name);
    }
}
