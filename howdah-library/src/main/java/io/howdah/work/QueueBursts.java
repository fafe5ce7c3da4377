// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.work.WorkStore.Claimed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The bursts that this process has claimed of one queue, and whether it should claim more. Thread-safe. */
final class QueueBursts {
    /** From so many on they are claimed as a burst; below that leases cost little, and show at once what runs. */
    private static final int FROM = 200;

    /** So many the last claim must have brought: room for many does not mean that there are many. */
    private static final int BUSY_FROM = 100;

    /** What takes longer gets leases. */
    private static final Duration MOMENT = Duration.ofMillis(250);

    /** So long the ends of what has been handled may wait to be written down. */
    private static final Duration LONG = Duration.ofMillis(2_500);

    /** For so long there are no more of them after something took longer. */
    private static final Duration REST = Duration.ofSeconds(10);

    private final Bursts bursts;
    private final Map<UUID, Burst> open = new ConcurrentHashMap<>();
    private volatile int lastTaken;

    /** One was asked for, and what it has brought is not known. */
    private volatile boolean unanswered;

    private volatile long restUntil = System.nanoTime();

    /** A handler here wants leases: they serve it better. */
    private volatile boolean leasesOnly;

    QueueBursts(Bursts bursts) {
        this.bursts = bursts;
    }

    /** Where one has failed, because somebody's open transaction was in its way, leases are claimed around that. */
    Holder holder(UUID member, int most) {
        if (unanswered) {
            rest();
        }
        var busy = most >= FROM && lastTaken >= BUSY_FROM && !leasesOnly && System.nanoTime() - restUntil >= 0;
        unanswered = busy;
        return busy ? Holder.busy(member) : Holder.member(member);
    }

    /** What a claim has brought. */
    void taken(List<Claimed> rows) {
        unanswered = false;
        lastTaken = rows.size();
        for (var row : rows) {
            var burst = row.work().burst();
            if (burst != null) {
                open.put(burst.id(), burst);
            }
        }
    }

    /** Its handler is through with it. */
    void handled(@Nullable Burst burst) {
        if (burst != null) {
            burst.handled();
            if (burst.isTouched()) {
                leasesOnly = true;
            }
        }
    }

    Set<UUID> known() {
        return Set.copyOf(open.keySet());
    }

    /** Others have them, or will. */
    void lost(UUID member) {
        open.values().stream().filter(one -> one.member().equals(member)).forEach(Burst::over);
    }

    /** Gives leases to what takes longer than a moment. */
    void settle() {
        open.values().removeIf(Burst::isOver);
        var now = System.nanoTime();
        var old = open.values().stream()
                .filter(one -> now - one.since() > (one.isBeingHandled() ? MOMENT : LONG).toNanos())
                .toList();
        if (bursts.settle(old)) {
            rest();
        }
    }

    private void rest() {
        restUntil = System.nanoTime() + REST.toNanos();
    }
}
