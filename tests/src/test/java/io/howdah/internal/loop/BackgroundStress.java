// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.LoopState;
import io.howdah.test.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Random;
import java.util.concurrent.Callable;

/** What every background must survive: being started, stopped, waited for and interrupted from everywhere at once. */
public final class BackgroundStress {
    private static final int THREADS = 8;
    private static final int CALLS = 200;

    private BackgroundStress() {}

    /** Whatever happened in between: after a last stop it is quiet, and after a start it runs again. */
    public static void survive(Background background) throws InterruptedException {
        var seed = System.nanoTime();
        var threads = new ArrayList<Callable<Void>>();
        for (int i = 0; i < THREADS; i++) {
            var random = new Random(seed + i);
            threads.add(() -> {
                for (int call = 0; call < CALLS; call++) {
                    callAnything(background, random.nextInt(6));
                }
                return null;
            });
        }
        Together.run(threads);

        stop(background, "after the storm, seed " + seed);
        background.start();
        assertThat(background.states()).as("started again, seed %d", seed).anyMatch(LoopState::running);
        stop(background, "at the end, seed " + seed);
    }

    private static void stop(Background background, String when) throws InterruptedException {
        background.quiesce();
        assertThat(background.awaitQuiet(Duration.ofSeconds(60)))
                .as("quiet %s", when)
                .isTrue();
        assertThat(background.states()).as("running %s", when).noneMatch(LoopState::running);
    }

    private static void callAnything(Background background, int choice) throws InterruptedException {
        switch (choice) {
            case 0, 1 -> background.start();
            case 2 -> background.quiesce();
            case 3 -> background.awaitQuiet(Duration.ofMillis(1));
            case 4 -> background.interrupt();
            default -> assertThat(background.states()).isNotEmpty();
        }
    }
}
