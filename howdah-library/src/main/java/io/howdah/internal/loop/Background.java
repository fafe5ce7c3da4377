// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.loop;

import io.howdah.LoopState;
import java.time.Duration;

/**
 * Something that works in the background and can be stopped without losing anything. Every method may be called at any
 * time, from any thread, and more than once.
 */
public interface Background {
    String name();

    void start();

    /** Takes nothing new from now on and hands back what has not begun. Returns at once. */
    void quiesce();

    /** Waits until what had begun has ended; false when it has not within the limit. */
    boolean awaitQuiet(Duration limit) throws InterruptedException;

    /** Interrupts what is still running. Returns at once. */
    void interrupt();

    /** What it has been doing, for whoever looks. */
    LoopState state();
}
