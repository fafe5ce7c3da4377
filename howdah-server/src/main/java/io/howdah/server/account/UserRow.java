// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A person who may log in, over HTTP. */
record UserRow(
        String name,
        String role,
        List<String> groups,
        boolean hasPassword,
        Instant createdAt,
        Optional<Instant> disabledAt,
        int sessions,
        Optional<Instant> seenAt) {
    static UserRow of(Account account) {
        return new UserRow(
                account.name(),
                account.role().word(),
                account.groups(),
                account.hasPassword(),
                account.createdAt(),
                account.disabledAt(),
                account.sessions(),
                account.seenAt());
    }
}
