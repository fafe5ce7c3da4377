// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.access.Role;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A person who may log in.
 *
 * @param seenAt when one of the sessions was last used
 */
public record Account(
        long id,
        String name,
        Role role,
        List<String> groups,
        boolean hasPassword,
        Instant createdAt,
        Optional<Instant> disabledAt,
        int sessions,
        Optional<Instant> seenAt) {}
