// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import io.howdah.DatabaseException;
import io.howdah.limit.Decision.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Answers the checks of one policy: by what the process knows, else by the database, the checks of many threads in one
 * statement. While one batch is under way the next gathers; there is a thread only while there is something to send, so
 * that a caller need not wait for the database longer than it wants to. Thread-safe.
 */
final class Sender {
    private static final int MOST = 500;

    private final RateLimit policy;
    private final LimitStore store;
    private final Mode mode;
    private final Outage outage;
    private final ConcurrentLinkedQueue<Check> waiting = new ConcurrentLinkedQueue<>();

    /** How many have not been answered; whoever raises it from none starts the sending. */
    private final AtomicInteger unanswered = new AtomicInteger();

    /** When the batch that is under way was sent; 0: none is. */
    private volatile long sentAt;

    private volatile @Nullable Integer id;

    Sender(RateLimit policy, LimitStore store) {
        this.policy = policy;
        this.store = store;
        this.mode = Mode.of(policy);
        this.outage = new Outage(policy);
    }

    Decision decide(Check check) {
        var known = mode.local(check);
        if (known != null) {
            return known;
        }
        if (outage.left().isPositive() || isStuck()) {
            return fallback(check);
        }
        waiting.add(check);
        if (unanswered.getAndIncrement() == 0) {
            Thread.ofVirtual().name("limit-" + policy.name()).start(this::sendAll);
        }
        return check.await(policy.patience()).orElseGet(() -> {
            outage.failed("no answer within " + policy.patience());
            return fallback(check);
        });
    }

    private boolean isStuck() {
        var since = sentAt;
        return since != 0 && System.nanoTime() - since > policy.patience().toNanos();
    }

    private Decision fallback(Check check) {
        return policy.isOpen()
                ? new Granted(check, Verdict.NONE, Source.FALLBACK, () -> false)
                : new Denied(atLeast(Duration.ofMillis(50), outage.left()), 0, Source.FALLBACK);
    }

    private static Duration atLeast(Duration least, Duration wait) {
        return wait.compareTo(least) < 0 ? least : wait;
    }

    /** Each is queued before it is counted: where something is left to answer, there is something to send. */
    private void sendAll() {
        var batch = new ArrayList<Check>();
        do {
            batch.clear();
            while (batch.size() < MOST && !waiting.isEmpty()) {
                batch.add(waiting.remove());
            }
            sentAt = System.nanoTime() | 1;
            send(batch);
            sentAt = 0;
        } while (unanswered.addAndGet(-batch.size()) > 0);
    }

    private void send(List<Check> batch) {
        try {
            var asking = new ArrayList<Check>(batch.size());
            for (var check : batch) {
                var known = mode.settle(check);
                if (known == null) {
                    asking.add(check);
                } else {
                    check.answer(known);
                }
            }
            if (!asking.isEmpty()) {
                ask(Line.of(asking));
            }
        } catch (RuntimeException | Error failure) {
            var told = failure instanceof RuntimeException runtime ? runtime : new IllegalStateException(failure);
            batch.forEach(check -> check.fail(told));
        }
    }

    private void ask(List<Line> lines) {
        var sent = System.nanoTime();
        List<Verdict> verdicts;
        try {
            verdicts = take(lines);
        } catch (DatabaseException failure) {
            failed(lines, failure);
            return;
        }
        outage.over();
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            var verdict = verdicts.get(i);
            mode.learn(line, verdict, sent);
            for (int n = 0; n < line.checks().size(); n++) {
                line.checks().get(n).answer(decision(line.checks().get(n), verdict, n < verdict.granted()));
            }
        }
    }

    private List<Verdict> take(List<Line> lines) {
        lines.forEach(mode::load);
        var taken = false;
        try {
            var verdicts = store.take(id(), lines);
            taken = true;
            return verdicts;
        } finally {
            if (!taken) {
                lines.forEach(mode::unload);
            }
        }
    }

    private Decision decision(Check check, Verdict verdict, boolean granted) {
        if (!granted) {
            return new Denied(Duration.ofNanos(verdict.waitNanos()), verdict.room(), Source.DATABASE);
        }
        var key = check.key();
        var cost = check.cost();
        return new Granted(check, verdict, Source.DATABASE, () -> refund(key, cost, verdict.atNanos()));
    }

    private boolean refund(String key, long cost, long takenAt) {
        var refunded = store.refund(id(), key, cost, takenAt);
        mode.refunded(key);
        return refunded;
    }

    /** One key that somebody holds locked is that key's misfortune alone; what the server refuses, callers hear of. */
    private void failed(List<Line> lines, DatabaseException failure) {
        var tooSlow = Outage.isTooSlow(failure);
        if (tooSlow && lines.size() > 1) {
            lines.forEach(line -> ask(List.of(line)));
            return;
        }
        var checks = lines.stream().map(Line::checks).flatMap(Collection::stream);
        if (!Outage.isAway(failure)) {
            checks.forEach(check -> check.fail(failure));
            return;
        }
        if (!tooSlow) {
            outage.failed(String.valueOf(failure.getMessage()));
        }
        checks.forEach(check -> check.answer(fallback(check)));
    }

    Standing look(String key) {
        var verdict = store.take(id(), List.of(Line.empty(key))).getFirst();
        return new Standing(
                verdict.room(), Duration.ofNanos(verdict.waitNanos()), Duration.ofNanos(verdict.fullInNanos()));
    }

    boolean reset(String key) {
        var was = store.reset(id(), key, policy.isDurable());
        mode.forget(key);
        return was;
    }

    /** Writes down what was handed out of keys that nobody asks about any more. */
    void settleDebts() {
        var debts = mode.debts();
        for (int from = 0; from < debts.size(); from += MOST) {
            var lines = debts.subList(from, Math.min(debts.size(), from + MOST));
            var sent = System.nanoTime();
            var verdicts = take(lines);
            for (int i = 0; i < lines.size(); i++) {
                mode.learn(lines.get(i), verdicts.get(i), sent);
            }
        }
    }

    int id() {
        var known = id;
        if (known == null) {
            known = store.define(policy);
            id = known;
        }
        return known;
    }
}
