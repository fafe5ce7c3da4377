// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.internal.loop.Backoff;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This process's wish to lead, until it is closed. Of all candidates for a name one leads at a time; when it dies, its
 * lease expires and another is elected. Thread-safe.
 */
public final class Candidacy implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Candidacy.class);
    private static final Duration WAIT = Duration.ofDays(1);
    private static final Backoff RETRIES = Backoff.between(Duration.ofMillis(100), Duration.ofSeconds(5));

    /** Whoever steps down lets those before him who wait: they look at least once a second. */
    private static final Duration STAND_BACK = Duration.ofSeconds(2);

    private final LockName name;
    private final LeaseOptions options;
    private final LeaderListener listener;
    private final LockLife life;
    private final Thread thread;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Term current;
    private volatile boolean withdrawn;
    private boolean waiting;

    /** One time in office. */
    private static final class Term {
        private final LockHandle lease;
        private final CountDownLatch over = new CountDownLatch(1);
        private volatile String why = "";
        private boolean wasLost;

        Term(LockHandle lease) {
            this.lease = lease;
        }

        void end(String reason) {
            if (over.getCount() > 0) {
                why = reason;
                over.countDown();
            }
        }
    }

    private Candidacy(LockName name, LeaseOptions options, LeaderListener listener, LockLife life) {
        this.name = name;
        this.options = options;
        this.listener = listener;
        this.life = life;
        this.thread = Thread.ofVirtual().name("candidacy-" + name).unstarted(this::campaign);
    }

    static Candidacy begin(LockName name, LeaseOptions options, LeaderListener listener, LockLife life) {
        var candidacy = new Candidacy(name, options, listener, life);
        life.register(candidacy);
        candidacy.thread.start();
        return candidacy;
    }

    /** Whether this process leads now, as far as it can know without asking: false a margin before others may. */
    public boolean isLeader() {
        var term = current;
        return term != null && term.over.getCount() > 0 && term.lease.isHeld();
    }

    /** The number of the term in which this process leads; larger than all before. */
    public OptionalLong term() {
        var term = current;
        return term != null && isLeader() ? OptionalLong.of(term.lease.token()) : OptionalLong.empty();
    }

    /** Steps down, if it leads, and stands again: behind those who wait already. */
    public void resign() {
        var term = current;
        if (term != null) {
            term.end("resigned");
        }
    }

    /** Steps down and stands no more. Returns when the listener has ended and the lease is free. */
    @Override
    public void close() {
        withdraw();
        var interrupted = false;
        while (ended.getCount() > 0) {
            try {
                ended.await();
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Begins to close. */
    void withdraw() {
        synchronized (this) {
            withdrawn = true;
            if (waiting) {
                thread.interrupt();
            }
        }
        resign();
    }

    private void campaign() {
        try {
            for (int failures = 0; !withdrawn; ) {
                try {
                    lead(await(() -> life.waits().acquire(name, options, WAIT)));
                    failures = 0;
                } catch (LockTimeoutException nobodyResigned) {
                    log.debug("Still a candidate for {}", name);
                } catch (RuntimeException failure) {
                    log.warn("Candidate for {} failed, it will stand again: {}", name, failure.toString());
                    standBack(RETRIES.after(++failures));
                }
            }
        } catch (InterruptedException withdrawal) {
            log.debug("Candidate for {} is withdrawn", name);
        } finally {
            life.forget(this);
            ended.countDown();
        }
    }

    private void lead(LockHandle lease) throws InterruptedException {
        var term = new Term(lease);
        current = term;
        lease.onLost(term::end);
        if (withdrawn) {
            term.end("withdrawn");
        }
        log.info("Leading {} in term {}", name, lease.token());
        var work = Thread.ofVirtual().name("leader-" + name).start(() -> work(term));
        try {
            awaitEnd(term);
        } finally {
            current = null;
            work.interrupt();
            depose(term);
            // Not before it has really ended: two must not lead, not even in this process.
            work.join();
            log.info("Not leading {} any more, term {} is over: {}", name, lease.token(), term.why);
            term.wasLost = !lease.isOpen();
            if (!term.wasLost) {
                lease.close();
            }
        }
        if (!term.wasLost) {
            standBack(STAND_BACK);
        }
    }

    /** Whatever the listener makes of it: what it keeps us from would leave everybody without a leader. */
    private void depose(Term term) {
        try {
            listener.deposed(term.lease, term.why);
        } catch (RuntimeException | Error failure) {
            log.warn("The listener of {} failed when term {} was over", name, term.lease.token(), failure);
        }
    }

    private void standBack(Duration pause) throws InterruptedException {
        await(() -> {
            Thread.sleep(pause);
            return true;
        });
    }

    private interface Wait<T> {
        T end() throws InterruptedException;
    }

    /** Waits until a withdrawal, which interrupts nothing else: what ends a term must not be broken off. */
    private <T> T await(Wait<T> wait) throws InterruptedException {
        synchronized (this) {
            if (withdrawn) {
                throw new InterruptedException("withdrawn");
            }
            waiting = true;
        }
        try {
            return wait.end();
        } finally {
            synchronized (this) {
                waiting = false;
                // One that came too late: it is withdrawn, and that is looked at.
                var unused = Thread.interrupted();
            }
        }
    }

    private static void awaitEnd(Term term) {
        var interrupted = false;
        while (term.over.getCount() > 0) {
            try {
                term.over.await();
            } catch (InterruptedException withdrawal) {
                interrupted = true;
                term.end("withdrawn");
            }
        }
        if (interrupted) {
            // The rest must be done in order; the loop sees that it is withdrawn.
            log.debug("Interrupted while leading");
        }
    }

    private void work(Term term) {
        try {
            listener.elected(term.lease);
        } catch (InterruptedException asAsked) {
            log.debug("The leader of {} was interrupted", name);
        } catch (Exception | Error failure) {
            term.end("its listener failed: " + words(failure));
            log.warn("The leader of {} failed in term {} and steps down", name, term.lease.token(), failure);
        }
    }

    /** Its words are somebody's own code too. */
    private static String words(Throwable failure) {
        try {
            return failure.toString();
        } catch (RuntimeException | Error speechless) {
            return failure.getClass().getName();
        }
    }
}
