// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.Observer;
import io.howdah.Observer.Outcome;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import io.howdah.internal.member.Membership;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers of one queue in this process: a claimer that takes batches into a small buffer, and virtual threads that
 * do what is in it. Thread-safe.
 */
final class Workers {
    private static final Logger log = LoggerFactory.getLogger(Workers.class);

    static final int MOST_AHEAD = 1_000;
    private static final Duration SHORTEST_POLL = Duration.ofMillis(20);
    private static final Duration LONGEST_POLL = Duration.ofSeconds(1);
    private static final Duration UNTIL_FINISHER_HAS_CAUGHT_UP = Duration.ofMillis(1);

    private static final Attempts.Result HANDED_BACK = new Attempts.Result(new End.HandedBack(), false);
    private static final Attempts.Result UNWANTED = new Attempts.Result(new End.Cancelled(), false);

    private final String queue;
    private final Size chosen;
    private final WorkStore store;
    private final Membership membership;
    private final Attempts attempts;
    private final Finisher finisher;
    private final QueueBursts bursts;
    private final Intake intake;
    private final Observer observer;
    private final Runnable signal;
    private final Runnable watchedEnded;
    private final Loop claimer;

    private final LinkedBlockingQueue<Held> buffer = new LinkedBlockingQueue<>();
    private final Permits permits;
    private final Map<Long, Running> running = new ConcurrentHashMap<>();

    /** What is held, and by which identity of this process; also what has ended and is not written down yet. */
    private final Map<Long, UUID> unfinished = new ConcurrentHashMap<>();

    private volatile boolean open;
    private volatile boolean hungry;
    private volatile int ahead;
    private boolean answerLost;
    private Duration poll = SHORTEST_POLL;

    /** Claimed, by whom, and not begun yet. */
    private record Held(Work work, UUID member, long since) {
        long id() {
            return work.id();
        }
    }

    /**
     * What all workers of a process share.
     *
     * @param watchedEnded is called when work has ended that somebody watches
     */
    record Surroundings(
            WorkStore store,
            Membership membership,
            Finisher finisher,
            Bursts bursts,
            Attempts attempts,
            Runnable watchedEnded,
            Observer observer) {}

    /**
     * What this process has chosen.
     *
     * @param concurrency how many at the same time
     * @param ahead how many are held at most, so as to have the next at hand
     */
    record Size(int concurrency, int ahead) {}

    /** @param signal tells every process that there may be something in this queue */
    Workers(String queue, Size chosen, Surroundings shared, Runnable signal) {
        this.queue = queue;
        this.chosen = chosen;
        this.signal = signal;
        this.ahead = chosen.concurrency();
        this.store = shared.store();
        this.membership = shared.membership();
        this.attempts = shared.attempts();
        this.finisher = shared.finisher();
        this.bursts = new QueueBursts(shared.bursts());
        this.watchedEnded = shared.watchedEnded();
        this.observer = shared.observer();
        this.permits = new Permits(chosen.concurrency());
        this.intake = new Intake(queue, store);
        this.claimer = Loop.every(LONGEST_POLL, "claim-" + queue, this::claim);
    }

    Loop claimer() {
        return claimer;
    }

    void start() {
        open = true;
        claimer.start();
    }

    /** Something may be there: look at once. */
    void wake() {
        poll = SHORTEST_POLL;
        claimer.wake();
    }

    /** What people have decided about the queue. */
    void apply(LimitStore.Setting setting) {
        intake.gated(setting.gated());
        var most = setting.workers().orElse(chosen.concurrency());
        if (most != permits.most()) {
            log.info("Queue {} has {} workers in this process from now on", queue, most);
            permits.most(most);
            wake();
        }
    }

    void quiesce() {
        open = false;
        claimer.quiesce();
        handBack();
    }

    /** What was claimed while we were closing is handed back too. */
    boolean awaitQuiet(long deadline) throws InterruptedException {
        var quiet = claimer.awaitQuiet(left(deadline));
        handBack();
        while (quiet && !unfinished.isEmpty()) {
            quiet = System.nanoTime() < deadline;
            Thread.sleep(1);
        }
        return quiet;
    }

    private static Duration left(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    void interrupt(Running.Reason reason, Predicate<Running> which) {
        running.values().stream().filter(which).forEach(one -> one.interrupt(reason));
    }

    /** What was claimed under an identity that is lost is not ours to hand back: others will take it. */
    void lost(UUID member) {
        buffer.removeIf(held -> {
            var mine = held.member().equals(member);
            if (mine) {
                forget(held);
            }
            return mine;
        });
        bursts.lost(member);
        interrupt(Running.Reason.MEMBERSHIP_LOST, one -> one.member().equals(member));
    }

    /** Gives leases to what was claimed with others and takes longer than a moment. */
    void settle() {
        bursts.settle();
    }

    List<Long> heldIds() {
        return List.copyOf(unfinished.keySet());
    }

    /** What somebody does not want any more does not begin, and is interrupted where it should be. */
    void drop(List<CancelStore.Mark> marks) {
        if (marks.isEmpty()) {
            return;
        }
        var unwanted = marks.stream().map(CancelStore.Mark::id).collect(Collectors.toSet());
        for (var held : List.copyOf(buffer)) {
            if (unwanted.contains(held.id()) && buffer.remove(held)) {
                finish(held, UNWANTED);
            }
        }
        marks.stream()
                .filter(mark -> !mark.gentle())
                .map(mark -> running.get(mark.id()))
                .filter(Objects::nonNull)
                .forEach(one -> one.interrupt(Running.Reason.CANCELLED));
    }

    /** Not what the process has got again under another identity. */
    private void forget(Held held) {
        unfinished.remove(held.id(), held.member());
    }

    private Next claim() {
        if (finisher.isBehind()) {
            return Next.in(UNTIL_FINISHER_HAS_CAUGHT_UP);
        }
        var member = membership.id();
        var room = room();
        if (member.isEmpty() || room <= 0 || !isRunningLow() || !open) {
            return Next.ON_INTERVAL;
        }
        var taken = take(room, bursts.holder(member.get(), room));
        var now = System.nanoTime();
        taken.rows().forEach(row -> buffer.add(new Held(row.work(), member.get(), now)));
        pump();
        if (taken.rows().size() == room || taken.more()) {
            return Next.NOW;
        }
        poll = taken.rows().isEmpty() ? shorter(poll.multipliedBy(2), LONGEST_POLL) : poll;
        return Next.in(taken.pause().map(pause -> shorter(pause, poll)).orElse(poll));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private Intake.Taken take(int most, Holder holder) {
        var member = Objects.requireNonNull(holder.member());
        handBackWhatGotLost(member);
        answerLost = true;
        var taken = intake.take(attempts.kinds(queue), most, holder);
        answerLost = false;
        taken.rows().forEach(row -> unfinished.put(row.work().id(), member));
        bursts.taken(taken.rows());
        if (!taken.rows().isEmpty()) {
            observer.taken(queue, taken.rows().size());
        }
        return taken;
    }

    /** When the answer to a claim got lost, the server may have leased us work that we do not know of. */
    private void handBackWhatGotLost(UUID member) {
        if (answerLost) {
            var count = store.handBackUnknown(queue, member, unfinished.keySet(), bursts.known());
            if (count > 0) {
                log.warn(
                        "{} pieces of work of queue {} were claimed but never arrived; they are handed back",
                        count,
                        queue);
                intake.restart();
            }
        }
    }

    /**
     * How many more to claim. What is held ahead grows while workers run dry between two claims, and shrinks when work
     * waits here that another process could be doing.
     */
    private int room() {
        var oldest = buffer.peek();
        if (oldest == null && hungry) {
            ahead = Math.min(Math.max(chosen.ahead(), permits.most()), ahead * 2);
        } else if (oldest != null
                && System.nanoTime() - oldest.since() > Duration.ofMillis(250).toNanos()) {
            ahead = Math.max(1, ahead / 2);
        }
        var room = Math.max(permits.most(), ahead) - buffer.size() - permits.taken();
        hungry = room <= 0 || ahead > permits.most();
        return room;
    }

    /** Early enough that workers have something to do during the claim, and late enough for it to bring many. */
    private boolean isRunningLow() {
        return buffer.size() <= ahead / 2;
    }

    private void pump() {
        for (var next = next(); next != null; next = next()) {
            var held = next;
            Thread.ofVirtual().name("howdah-" + queue + "-" + held.work().id()).start(() -> work(held));
        }
    }

    private @Nullable Held next() {
        return open ? permits.next(buffer) : null;
    }

    private void work(Held held) {
        try {
            attempt(held);
        } finally {
            permits.release();
            if (open) {
                pump();
                if (isRunningLow()) {
                    claimer.wake();
                }
            }
        }
    }

    private void attempt(Held held) {
        var one = new Running(held.work(), held.member());
        running.put(held.id(), one);
        Attempts.Result result;
        try {
            if (!membership.id().equals(Optional.of(held.member()))) {
                // The claim was answered when its identity had been lost: whoever was told of that did not find it.
                forget(held);
                return;
            }
            result = attempts.attempt(one);
        } finally {
            running.remove(held.id(), one);
        }
        try {
            observer.attempted(
                    queue,
                    held.work().kind(),
                    result.endedItself() ? Outcome.IN_TRANSACTION : result.end().outcome(),
                    one.took());
        } finally {
            finish(held, result);
        }
    }

    private void finish(Held ended, Attempts.Result result) {
        var work = ended.work();
        bursts.handled(work.burst());
        finisher.end(ended.member(), work, result.end(), held -> {
            forget(ended);
            if (work.placed() || isReadyAtOnce(result.end())) {
                signal.run();
            }
            if (work.watched()) {
                watchedEnded.run();
            }
            if (!held && !result.endedItself()) {
                observer.attemptLost(queue, work.kind());
                log.warn(
                        "Attempt {} of {} {} was not ours any more: its end ({}) changed nothing",
                        work.attempt(),
                        work.kind(),
                        work.id(),
                        result.end().state());
            }
        });
    }

    private static boolean isReadyAtOnce(End end) {
        var pause = end.pause();
        return pause != null && pause.isZero();
    }

    private void handBack() {
        for (var held = buffer.poll(); held != null; held = buffer.poll()) {
            finish(held, HANDED_BACK);
        }
    }

    /** Claims and does a batch in the calling thread. */
    boolean drain() throws InterruptedException {
        var member = membership.id();
        if (member.isEmpty()) {
            return false;
        }
        var taken = take(MOST_AHEAD, Holder.member(member.get()));
        taken.rows().forEach(row -> attempt(new Held(row.work(), member.get(), System.nanoTime())));
        while (!unfinished.isEmpty() && !claimer.state().running()) {
            Thread.sleep(1);
        }
        return taken.more() || !taken.rows().isEmpty();
    }
}
