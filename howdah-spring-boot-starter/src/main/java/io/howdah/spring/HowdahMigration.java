// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import java.util.List;
import org.springframework.context.SmartLifecycle;

/** Brings every schema to this version before the web server takes requests, which may need it. */
final class HowdahMigration implements SmartLifecycle {
    /** Well before that of the web server, which is 1024 before that of its graceful shutdown. */
    static final int PHASE = HowdahLifecycle.PHASE - 4096;

    private final List<Howdah> howdahs;
    private final HowdahProperties properties;
    private volatile boolean running;

    HowdahMigration(List<Howdah> howdahs, HowdahProperties properties) {
        this.howdahs = howdahs;
        this.properties = properties;
    }

    @Override
    public void start() {
        if (properties.migrate()) {
            howdahs.forEach(Howdah::migrate);
        }
        running = true;
    }

    @Override
    public void stop() {
        running = false;
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
