// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import java.util.List;
import org.springframework.context.SmartLifecycle;

/**
 * Starts every {@code Howdah} when the application does, and stops it in the same phase in which the web server stops:
 * requests and jobs end side by side, each within its limit.
 */
final class HowdahLifecycle implements SmartLifecycle {
    /** That of the web server's graceful shutdown. */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1024;

    private final List<Howdah> howdahs;
    private final HowdahProperties properties;
    private volatile boolean running;

    HowdahLifecycle(List<Howdah> howdahs, HowdahProperties properties) {
        this.howdahs = howdahs;
        this.properties = properties;
    }

    @Override
    public void start() {
        for (var howdah : howdahs) {
            if (properties.migrate()) {
                howdah.migrate();
            }
            if (properties.start()) {
                howdah.start();
            }
        }
        running = true;
    }

    @Override
    public void stop() {
        howdahs.forEach(Howdah::stop);
        running = false;
    }

    /** Spring waits for the callbacks of one phase together. */
    @Override
    public void stop(Runnable callback) {
        Thread.ofPlatform().name("howdah-shutdown").start(() -> {
            try {
                stop();
            } finally {
                callback.run();
            }
        });
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
