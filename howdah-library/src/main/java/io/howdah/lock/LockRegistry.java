// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.internal.loop.Next;
import io.howdah.internal.member.Membership;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes down, every second, which names the session locks have that this process has held for longer than that, so
 * that people see names and not numbers. Short locks, which are nearly all, cost nothing.
 */
final class LockRegistry {
    static final Duration EVERY = Duration.ofSeconds(1);
    static final Duration KEEP_AUDIT = Duration.ofDays(365);

    private static final Duration SHARE_EVERY = Duration.ofSeconds(10);

    private final SessionLocks locks;
    private final RegistryStore store;
    private final Membership membership;
    private final Map<Place, Entry> noted = new HashMap<>();
    private long sharedAt = System.nanoTime() - SHARE_EVERY.toNanos();

    /** What is held where. */
    record Entry(long key, int backend, LockName name, LockMode mode, long token, Duration age) {
        Place place() {
            return new Place(key, backend);
        }
    }

    record Place(long key, int backend) {}

    LockRegistry(SessionLocks locks, RegistryStore store, Membership membership) {
        this.locks = locks;
        this.store = store;
        this.membership = membership;
    }

    Next write() {
        store.begin();
        var held = held();
        var gone = new ArrayList<Entry>();
        noted.forEach((place, entry) -> {
            if (!held.containsKey(place)) {
                gone.add(entry);
            }
        });
        var fresh = held.values().stream().filter(this::isNews).toList();
        if (!gone.isEmpty()) {
            store.strike(gone);
            gone.forEach(entry -> noted.remove(entry.place()));
        }
        if (!fresh.isEmpty()) {
            store.note(fresh, membership.id().orElse(null));
            fresh.forEach(entry -> noted.put(entry.place(), entry));
        }
        letWritersIn(held.values().stream().toList());
        share();
        return Next.ON_INTERVAL;
    }

    private boolean isNews(Entry entry) {
        var before = noted.get(entry.place());
        return before == null || before.token() != entry.token();
    }

    private Map<Place, Entry> held() {
        var held = new HashMap<Place, Entry>();
        for (var queue : locks.queues()) {
            queue.held()
                    .filter(grant -> grant.age().compareTo(EVERY) > 0)
                    .ifPresent(grant -> grant.holders().stream()
                            .findFirst()
                            .map(SessionHolding::handle)
                            .map(handle -> new Entry(
                                    queue.key(),
                                    grant.session().backend(),
                                    handle.name(),
                                    grant.mode(),
                                    handle.token(),
                                    grant.age()))
                            .ifPresent(entry -> held.put(entry.place(), entry)));
        }
        return held;
    }

    /** Readers that follow each other without a gap would keep the writers of other processes out for ever. */
    private void letWritersIn(List<Entry> held) {
        var shared = held.stream()
                .filter(entry -> entry.mode() == LockMode.SHARED)
                .mapToLong(Entry::key)
                .toArray();
        if (shared.length > 0) {
            var wanted = store.wanted(shared);
            locks.queues().stream()
                    .filter(queue -> wanted.contains(queue.key()))
                    .forEach(KeyQueue::admitNobody);
        }
    }

    /** The lock table belongs to all processes together. */
    private void share() {
        if (locks.sessions().capacity() > 0 && System.nanoTime() - sharedAt > SHARE_EVERY.toNanos()) {
            locks.shareWith(store.processes());
            sharedAt = System.nanoTime();
        }
    }

    /** Forgets what it wrote: the sessions are gone, and whoever tidies up removes it. */
    void clear() {
        noted.clear();
    }
}
