// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.lock;

import io.howdah.lock.LockHolder;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Who holds a lock. The token is a string, because JavaScript's numbers are too small for it. */
public record HolderRow(
        String namespace,
        String name,
        String kind,
        String mode,
        Optional<String> holder,
        Optional<String> host,
        Optional<Long> pid,
        Optional<Long> backend,
        Instant since,
        String token,
        Optional<Instant> expiresAt,
        long waiters,
        Optional<String> doing,
        List<String> alsoHeld) {
    public static HolderRow of(LockHolder holder) {
        return new HolderRow(
                holder.name().namespace(),
                holder.name().name(),
                holder.kind().name().toLowerCase(Locale.ROOT),
                holder.mode().name().toLowerCase(Locale.ROOT),
                holder.member(),
                holder.host(),
                holder.pid(),
                holder.backend(),
                holder.since(),
                Long.toString(holder.token()),
                holder.expiresAt(),
                holder.waiters(),
                holder.doing(),
                holder.alsoHeld());
    }
}
