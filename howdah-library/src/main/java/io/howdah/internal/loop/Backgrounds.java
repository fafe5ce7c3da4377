// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.loop;

import io.howdah.LoopState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that works in the background of one Howdah, started and stopped together. Thread-safe. */
public final class Backgrounds {
    private static final Logger log = LoggerFactory.getLogger(Backgrounds.class);

    /** What an interrupted task gets to clean up. */
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(5);

    /**
     * What somebody who needs a start that is under way waits at most: it takes milliseconds, unless the database is
     * away.
     */
    private static final Duration LONGEST_START = Duration.ofSeconds(5);

    private final List<Background> all = new CopyOnWriteArrayList<>();
    private volatile CountDownLatch coming = new CountDownLatch(0);

    /** What is registered first is started first. */
    public void register(Background background) {
        all.add(background);
    }

    public void start() {
        all.forEach(Background::start);
        coming.countDown();
    }

    /** A start is under way: whoever cannot do without it waits for it. */
    public void expectStart() {
        coming = new CountDownLatch(1);
    }

    /** No start is to be expected any more. */
    public void expectNoStart() {
        coming.countDown();
    }

    /** Waits for a start that is under way. */
    public void awaitStart() {
        try {
            var unused = coming.await(LONGEST_START.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Stops gracefully: nothing new is taken, what has not begun is handed back, what runs may end within the limit and
     * is then interrupted. The answer names what did not even end then.
     */
    public List<String> stop(Duration limit) throws InterruptedException {
        all.forEach(Background::quiesce);
        var unquiet = unquiet(all, limit);
        if (!unquiet.isEmpty()) {
            log.warn("Still running after {}, interrupting: {}", limit, names(unquiet));
            unquiet.forEach(Background::interrupt);
            unquiet = unquiet(unquiet, AFTER_INTERRUPT);
        }
        return names(unquiet);
    }

    private static List<Background> unquiet(List<Background> candidates, Duration limit) throws InterruptedException {
        var deadline = System.nanoTime() + limit.toNanos();
        var unquiet = new ArrayList<Background>();
        for (var background : candidates) {
            var left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            if (!background.awaitQuiet(left)) {
                unquiet.add(background);
            }
        }
        return unquiet;
    }

    private static List<String> names(List<Background> backgrounds) {
        return backgrounds.stream().map(Background::name).toList();
    }

    public List<LoopState> states() {
        return all.stream().flatMap(background -> background.states().stream()).toList();
    }

    public List<Background> all() {
        return List.copyOf(all);
    }
}
