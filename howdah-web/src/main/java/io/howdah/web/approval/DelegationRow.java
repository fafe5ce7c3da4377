// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import io.howdah.approval.Voter;
import java.time.Instant;
import java.util.List;

/**
 * Somebody who may vote for somebody else, for now.
 *
 * @param groups as a member of which
 */
public record DelegationRow(String delegator, String delegate, List<String> groups, Instant from, Instant until) {
    /** Whoever delegated, as he was when he did. */
    Voter voter() {
        return Voter.of(delegator, groups.toArray(String[]::new));
    }
}
