// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.member;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.ReservedConnection;
import io.howdah.internal.db.SchemaName;
import io.howdah.internal.loop.Backgrounds;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This process as a member: it joins under a new identity, beats on a connection that is kept for that alone, and
 * knows, without asking anybody, whether it may still count itself alive. Thread-safe.
 *
 * <p>The safety argument. Let b be the database's time of the last beat, and t the local monotonic time from just
 * before it was sent, so t is not later than b. Others declare the member dead at b + 3 beats at the earliest. The
 * member stops counting itself alive at t + 2 beats. So it stops, and tells those who work in its name to stop, a whole
 * beat before anybody may take over. If a clock jumps or the process is frozen in between, the fence that each piece of
 * work carries still refuses its late writes. A member that was declared dead never returns: it joins anew under
 * another identity.
 */
public final class Membership {
    private static final Logger log = LoggerFactory.getLogger(Membership.class);

    /** Opening a connection takes its time, however often we beat. */
    private static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(1);

    private final Profile profile;
    private final ReservedConnection reserved;
    private final SchemaName schema;
    private final Supplier<String> wakeups;
    private final List<Consumer<UUID>> lostListeners = new CopyOnWriteArrayList<>();
    private final Duration patience;
    private final Loop beats;
    private final Backgrounds backgrounds = new Backgrounds();

    private volatile @Nullable Identity identity;
    private volatile boolean draining;

    /**
     * One joining. It is alive from its first beat until it is lost, once and for all: those who worked in its name
     * have dropped what they had, so a late beat must not revive it.
     */
    private static final class Identity {
        private final UUID id = UUID.randomUUID();
        private volatile long joinedAt;
        private volatile long beatSentAt;
        private boolean lost;

        Identity(long sentAt) {
            this.joinedAt = sentAt;
            this.beatSentAt = sentAt;
        }

        boolean isOverdue(Duration patience) {
            return System.nanoTime() - beatSentAt > patience.toNanos();
        }

        /** A beat has arrived; false if that was too late. */
        synchronized boolean beaten(long sent, Duration patience) {
            if (!lost && !isOverdue(patience)) {
                beatSentAt = sent;
                return true;
            }
            return false;
        }

        /** True the first time. */
        synchronized boolean lose() {
            var first = !lost;
            lost = true;
            return first;
        }
    }

    public Membership(Profile profile, DataSource direct, SchemaName schema, Supplier<String> wakeups) {
        this.profile = profile;
        this.reserved = new ReservedConnection(direct, longer(profile.beatEvery(), SHORTEST_TIMEOUT));
        this.schema = schema;
        this.wakeups = wakeups;
        var beat = profile.beatEvery().toNanos();
        this.patience = Duration.ofNanos(2 * beat);
        this.beats = Loop.every(profile.beatEvery(), "heartbeat", this::beat);
        backgrounds.register(beats);
        backgrounds.register(Loop.every(Duration.ofNanos(beat / 5), "heartbeat-watch", this::tellLoss));
    }

    /** Joins, and fails if the database cannot be reached. */
    public void join() {
        draining = false;
        var joining = new Identity(System.nanoTime());
        onReserved(store -> {
            store.join(joining.id, profile, wakeups.get());
            return true;
        });
        // Not from when it was sent: whoever judges others gives them all the time since the database answered.
        joining.joinedAt = System.nanoTime();
        identity = joining;
        log.info("Joined as {} ({})", profile.name(), joining.id);
    }

    /** Beats now: something that a beat tells has changed. */
    public void beatNow() {
        beats.wake();
    }

    /** Says that this process takes nothing new; it keeps beating until it leaves. */
    public void drain() {
        draining = true;
        beatNow();
    }

    /** Leaves at once, so that nobody has to wait for the beats to be missed. */
    public void leave() {
        var leaving = identity;
        identity = null;
        if (leaving != null) {
            try {
                onReserved(store -> store.leave(leaving.id));
            } catch (RuntimeException failure) {
                log.warn("Could not say goodbye; others will notice in {}: {}", deadAfter(), failure.getMessage());
            }
        }
        reserved.close();
    }

    /** Whether this process may take work now. Asks nobody: false when a beat is overdue, stopped or declared dead. */
    public boolean isAlive() {
        var current = identity;
        return current != null && !current.isOverdue(patience);
    }

    /** The identity to take work under; empty while not alive. */
    public Optional<UUID> id() {
        var current = identity;
        return current == null || current.isOverdue(patience) ? Optional.empty() : Optional.of(current.id);
    }

    /** For how long this identity has been alive. */
    public Duration aliveFor() {
        var current = identity;
        return current == null || current.isOverdue(patience)
                ? Duration.ZERO
                : Duration.ofNanos(System.nanoTime() - current.joinedAt);
    }

    /** Calls back, quickly please, when work that was taken under an identity must stop. */
    public void onLost(Consumer<UUID> listener) {
        lostListeners.add(listener);
    }

    public Duration deadAfter() {
        return profile.beatEvery().multipliedBy(3);
    }

    public Profile profile() {
        return profile;
    }

    public Backgrounds backgrounds() {
        return backgrounds;
    }

    private Next beat() {
        var current = identity;
        if (current == null) {
            return Next.ON_INTERVAL;
        }
        var sent = System.nanoTime();
        var known = onReserved(store -> store.beat(current.id, draining, wakeups.get()));
        if (known && current.beaten(sent, patience)) {
            return Next.ON_INTERVAL;
        }
        if (equals(identity, current)) {
            log.warn(
                    "The identity {} is lost ({}); joining anew",
                    current.id,
                    known ? "beats were late" : "declared dead");
            tell(current);
            // What was taken under it has been dropped here; saying that it left lets others take it at once.
            onReserved(store -> store.leave(current.id));
            join();
        }
        return Next.ON_INTERVAL;
    }

    private Next tellLoss() {
        var current = identity;
        if (current != null && current.isOverdue(patience)) {
            tell(current);
        }
        return Next.ON_INTERVAL;
    }

    private void tell(Identity lost) {
        if (lost.lose()) {
            log.warn("Stopping what was taken as {}: it may be taken over soon", lost.id);
            lostListeners.forEach(listener -> listener.accept(lost.id));
        }
    }

    private static boolean equals(@Nullable Identity one, Identity other) {
        return one != null && one.id.equals(other.id);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private <T> T onReserved(Function<MemberStore, T> work) {
        return reserved.use(connection ->
                work.apply(new MemberStore(Db.of(connection, schema).bounded())));
    }
}
