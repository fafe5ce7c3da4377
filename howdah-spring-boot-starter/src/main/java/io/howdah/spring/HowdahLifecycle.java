// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

/**
 * Starts every {@code Howdah} when the application does, and stops it in the same phase in which the web server stops:
 * requests and jobs end side by side, each within its limit.
 */
final class HowdahLifecycle implements SmartLifecycle, DisposableBean {
    /** That of the web server's graceful shutdown. */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1024;

    private final List<Howdah> howdahs;
    private final HowdahProperties properties;
    private final Declarations declarations;
    private final BooleanSupplier hasWork;
    private volatile @Nullable CountDownLatch running;

    /** @param hasWork whether a method of the application waits for jobs, messages, events or ticks */
    HowdahLifecycle(
            List<Howdah> howdahs, HowdahProperties properties, Declarations declarations, BooleanSupplier hasWork) {
        this.howdahs = howdahs;
        this.properties = properties;
        this.declarations = declarations;
        this.hasWork = hasWork;
    }

    @Override
    public void start() {
        var begun = new CountDownLatch(1);
        running = begun;
        if (!properties.start()) {
            return;
        }
        if (hasWork.getAsBoolean()) {
            stayUntil(begun);
        }
        for (var howdah : howdahs) {
            PoolRoom.look(howdah.dataSource());
            howdah.startSoon();
        }
        declarations.run();
    }

    /** Our own threads are daemons: without this, an application that has no web server would end at once. */
    private static void stayUntil(CountDownLatch stopped) {
        Thread.ofPlatform().name("stay-howdah").daemon(false).start(() -> {
            try {
                stopped.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Override
    public void stop() {
        try {
            howdahs.forEach(Howdah::stop);
        } finally {
            destroy();
        }
    }

    /** Also where a start failed later on, and nothing was stopped. */
    @Override
    public void destroy() {
        var begun = running;
        if (begun != null) {
            begun.countDown();
            running = null;
        }
    }

    /** Spring waits for the callbacks of one phase together. The name is none of a loop's, which would not wait. */
    @Override
    public void stop(Runnable callback) {
        Thread.ofPlatform().name("stop-howdah").start(() -> {
            try {
                stop();
            } finally {
                callback.run();
            }
        });
    }

    @Override
    public boolean isRunning() {
        return running != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
