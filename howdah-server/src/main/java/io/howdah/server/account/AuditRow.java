// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import java.time.Instant;
import java.util.Optional;

/**
 * A change that somebody made, or tried to.
 *
 * @param outcome how it went; empty while that is not known, or when the replica died over it
 */
public record AuditRow(
        String id,
        Instant at,
        String actor,
        String action,
        String subject,
        String address,
        String member,
        Optional<String> outcome) {
    /** What the next page begins after. */
    String place() {
        return new AuditFilter.Place(at, Long.parseLong(id)).toString();
    }
}
