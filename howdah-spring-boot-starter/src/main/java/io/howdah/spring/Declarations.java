// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.util.ArrayList;
import java.util.List;
import org.springframework.context.SmartLifecycle;

/** What is to be told the database when its schema is there, and this process takes part in the work. */
final class Declarations implements SmartLifecycle {
    private record Declaration(String what, Runnable action) {}

    private final HowdahProperties properties;
    private final List<Declaration> declarations = new ArrayList<>();
    private volatile boolean running;

    Declarations(HowdahProperties properties) {
        this.properties = properties;
    }

    /** @param what the annotation and its method, for people */
    void add(String what, Runnable action) {
        declarations.add(new Declaration(what, action));
    }

    @Override
    public void start() {
        if (properties.start()) {
            declarations.forEach(Declarations::run);
            // What is declared once stays so, also when the application's context is stopped and started again.
            declarations.clear();
        }
        running = true;
    }

    private static void run(Declaration declaration) {
        try {
            declaration.action().run();
        } catch (RuntimeException failure) {
            throw new IllegalStateException(declaration.what() + ": " + failure.getMessage(), failure);
        }
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** After every Howdah has been started. */
    @Override
    public int getPhase() {
        return HowdahLifecycle.PHASE + 1;
    }
}
