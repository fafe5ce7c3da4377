// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Has every minute written down, by whichever process comes first. It looks more often than once a minute, so that a
 * minute is missed only if nobody is there.
 */
final class Historian implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(Historian.class);
    private static final Duration EVERY = Duration.ofSeconds(20);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

    private final HistoryStore store;
    private @Nullable ScheduledExecutorService thread;
    private @Nullable Future<?> looks;

    Historian(HistoryStore store) {
        this.store = store;
    }

    @Override
    public synchronized void start() {
        thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("howdah-historian").daemon().factory());
        looks = thread.scheduleWithFixedDelay(this::write, EVERY.toSeconds(), EVERY.toSeconds(), TimeUnit.SECONDS);
    }

    /** A database that is away is told of by readiness; a minute without a row is a gap in a chart. */
    private void write() {
        try {
            store.write();
        } catch (RuntimeException failure) {
            log.debug("This minute was not written down", failure);
        }
    }

    @Override
    public synchronized void stop() {
        if (thread == null || looks == null) {
            return;
        }
        looks.cancel(false);
        thread.shutdown();
        try {
            if (!thread.awaitTermination(STOP_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
                log.warn("The historian has not stopped within {} s", STOP_WITHIN.toSeconds());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        thread = null;
    }

    @Override
    public synchronized boolean isRunning() {
        return thread != null;
    }
}
