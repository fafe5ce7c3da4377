// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.DatabaseException;
import io.howdah.Observer.Outcome;
import io.howdah.internal.Platform;
import io.howdah.internal.db.Batcher;
import io.howdah.internal.loop.Backoff;
import io.howdah.work.WorkStore.Ended;
import java.sql.Connection;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Hands work to whoever asks, for a time, and ends it for whoever has its fence. Many threads share one claim and one
 * end. Thread-safe.
 */
public final class Deliveries {
    /** Callers whose ends travel together; each may bring many. */
    private static final int MOST_ENDERS = 100;

    /** Each is remembered for good: whoever asks for ever new kinds must not fill the memory. */
    private static final int MOST_LINES = 1_000;

    /** It waited too long for a lock. */
    private static final String LOCKED = "55P03";

    private static final Backoff LATER = Backoff.between(Duration.ofMillis(10), Duration.ofMillis(500));

    private static final Duration LOOK_AT_SETTINGS_EVERY = Duration.ofSeconds(2);

    private final Platform platform;
    private final WorkStore store;
    private final CancelStore cancels;
    private final LimitStore limits;
    private final CatalogStore catalog;
    private final Map<Line, Reception> receptions = new ConcurrentHashMap<>();
    private final Batcher<List<Ending>, Ends> enders;

    Deliveries(Platform platform, WorkStore store, LimitStore limits, CatalogStore catalog) {
        this.platform = platform;
        this.store = store;
        this.cancels = new CancelStore(platform.db());
        this.limits = limits;
        this.catalog = catalog;
        this.enders = new Batcher<>(MOST_ENDERS, this::endTogether);
    }

    /** Whether anybody has ever named the queue. */
    public boolean isQueue(String queue) {
        return catalog.isQueue(queue);
    }

    /**
     * Up to so many pieces of work of these kinds, as soon as there is one; none when the wait is over. They are held
     * for the time, or for as long as the queue says.
     */
    public List<Work> receive(Line line, int most, Optional<Duration> hold, Duration wait) throws InterruptedException {
        var works = receptions.computeIfAbsent(line, this::reception).receive(most, hold, wait);
        if (!works.isEmpty()) {
            platform.observer().taken(line.queue(), works.size());
        }
        return works;
    }

    /** Where work of some kinds of a queue is waited for. */
    public record Line(String queue, List<String> kinds) {
        public Line {
            kinds = kinds.stream().distinct().sorted().toList();
        }
    }

    private Reception reception(Line line) {
        if (receptions.size() >= MOST_LINES) {
            throw new IllegalArgumentException("a process receives from up to 1000 queues and sets of kinds: " + line);
        }
        var taking = new Taking(line);
        var reception = new Reception(taking);
        platform.wakeups().subscribe("work:" + catalog.queue(line.queue()), reception::wake);
        platform.wakeups().subscribe(WorkEngine.SETTINGS, () -> {
            taking.lookAtSettings();
            reception.wake();
        });
        return reception;
    }

    /** Claims, after having looked whether the queue has keys or limits: once it has, it always has. */
    private final class Taking implements Reception.Claim {
        private final String queue;
        private final List<String> kinds;
        private final Intake intake;
        private volatile long nextLook = System.nanoTime();

        Taking(Line line) {
            this.queue = line.queue();
            this.kinds = line.kinds();
            this.intake = new Intake(queue, store);
        }

        void lookAtSettings() {
            nextLook = System.nanoTime();
        }

        @Override
        public Intake.Taken take(int most, Optional<Duration> hold) {
            var now = System.nanoTime();
            if (!intake.isGated() && nextLook - now <= 0) {
                nextLook = now + LOOK_AT_SETTINGS_EVERY.toNanos();
                limits.settings(List.of(queue)).forEach(setting -> intake.gated(setting.gated()));
            }
            return intake.take(kinds, most, Holder.anybody(hold));
        }
    }

    /** Ends what is held, together with what other threads end; the answer is what was held. */
    public Set<Fence> end(List<Fence> fences, End end) {
        var held = ended(fences.stream().map(fence -> Ending.of(fence, end)).toList());
        var ended = (int) fences.stream().filter(held::contains).count();
        tell(end.outcome(), ended);
        tell(Outcome.LOST, fences.size() - ended);
        return held;
    }

    /** What somebody's open transaction holds is waited for by whoever ends it, and by nobody else. */
    private Set<Fence> ended(List<Ending> endings) {
        var together = enders.ask(endings);
        var left = left(endings, together);
        if (left.isEmpty()) {
            return together.held();
        }
        var held = new HashSet<>(together.held());
        held.addAll(endLater(left));
        return held;
    }

    private static List<Ending> left(List<Ending> endings, Ends ends) {
        return endings.stream()
                .filter(one -> !ends.tried().contains(one.fence().id()))
                .toList();
    }

    /** Looks from time to time, for as long as that transaction is open, and holds no connection meanwhile. */
    private Set<Fence> endLater(List<Ending> endings) {
        var held = new HashSet<Fence>();
        var interrupted = false;
        var left = endings;
        for (int looks = 1; !left.isEmpty(); looks++) {
            LATER.pause(looks);
            // It is meant for what the caller does next: a socket that a virtual thread waits at would be closed by it.
            interrupted |= Thread.interrupted();
            var ends = endAll(left, store::endUnlockedOrGone);
            held.addAll(ends.held());
            left = left(left, ends);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return held;
    }

    /**
     * What came of ends.
     *
     * @param tried the ids of all but those that somebody's open transaction holds
     */
    private record Ends(Set<Long> tried, Set<Fence> held) {}

    private void tell(Outcome outcome, int count) {
        if (count > 0) {
            platform.observer().settled(outcome, count);
        }
    }

    /** Ends it in the caller's transaction; false if it was not held any more, and then nothing was changed. */
    public boolean endIn(Connection connection, Fence fence, End end) {
        var held = !store.on(platform.db().on(connection))
                .end(List.of(Ending.of(fence, end)))
                .isEmpty();
        tell(held ? Outcome.IN_TRANSACTION : Outcome.LOST, 1);
        return held;
    }

    /** Holds on for so long from now; the answer is what was held. */
    public Set<Fence> extend(List<Fence> fences, Duration hold) {
        var latest = latest(fences);
        var held = store.extend(sorted(latest), hold);
        return heldAmong(latest, held);
    }

    /** Which of these somebody does not want any more. */
    public Set<Long> cancelled(List<Fence> fences) {
        return cancels.cancelled(fences.stream().map(Fence::id).toList());
    }

    private List<Ends> endTogether(List<List<Ending>> asked) {
        var ends = endAll(asked.stream().flatMap(List::stream).toList(), this::endSoon);
        return asked.stream().map(list -> ends).toList();
    }

    private Ended endSoon(List<Ending> endings) {
        try {
            return store.endAll(endings);
        } catch (DatabaseException failure) {
            if (!LOCKED.equals(failure.sqlState())) {
                throw failure;
            }
            return store.endUnlocked(endings);
        }
    }

    /** In order of their ids: two who end the same things must not wait for each other in a circle. */
    private Ends endAll(List<Ending> asked, Function<List<Ending>, Ended> way) {
        var latest = latest(asked.stream().map(Ending::fence).toList());
        var endings = asked.stream()
                .filter(one -> one.fence().equals(latest.get(one.fence().id())))
                .sorted(Comparator.comparingLong(one -> one.fence().id()))
                .toList();
        var ended = way.apply(endings);
        var held = new HashSet<>(ended.held());
        var unheld = endings.stream()
                .filter(one -> one.end() instanceof End.Done)
                .filter(one -> ended.tried().contains(one.fence().id()))
                .filter(one -> !held.contains(one.fence().id()))
                .toList();
        if (!unheld.isEmpty()) {
            held.addAll(store.doneBefore(unheld));
        }
        return new Ends(ended.tried(), heldAmong(latest, held));
    }

    /** Of two attempts of the same work only the later one can be held. */
    private static Map<Long, Fence> latest(List<Fence> fences) {
        var latest = new HashMap<Long, Fence>();
        fences.forEach(fence ->
                latest.merge(fence.id(), fence, (one, other) -> one.attempt() >= other.attempt() ? one : other));
        return latest;
    }

    private static List<Fence> sorted(Map<Long, Fence> fences) {
        return fences.values().stream()
                .sorted(Comparator.comparingLong(Fence::id))
                .toList();
    }

    private static Set<Fence> heldAmong(Map<Long, Fence> latest, Set<Long> held) {
        var fences = new HashSet<>(latest.values());
        fences.removeIf(fence -> !held.contains(fence.id()));
        return fences;
    }

    /** What stands for a queue in a receipt. */
    public int number(String queue) {
        return catalog.queue(queue);
    }

    /** Tells every process that there may be something in the queue. */
    public void signal(int queue) {
        platform.wakeups().signal("work:" + queue);
    }

    /** Tells every process that something has ended that somebody watches. */
    public void signalEnded() {
        platform.wakeups().signal(WorkEngine.ENDED);
    }

    /** The same for when somebody else's transaction commits. */
    public void signalSoon(int queue) {
        platform.wakeups().signalSoon("work:" + queue);
    }

    /** Whoever waits goes home. */
    void stop() {
        receptions.values().forEach(Reception::stop);
    }
}
