// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.access.Role;
import java.time.Instant;
import java.util.Optional;

/** A program that may call the API. */
public record ApiKey(
        String id,
        String name,
        Role role,
        String createdBy,
        Instant createdAt,
        Optional<Instant> expiresAt,
        Optional<Instant> revokedAt,
        Optional<Instant> usedAt) {
    public boolean isValid() {
        return revokedAt.isEmpty()
                && expiresAt.map(end -> end.isAfter(Instant.now())).orElse(true);
    }
}
