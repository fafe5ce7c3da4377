// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.loop;

import io.howdah.LoopState;
import java.time.Duration;
import java.util.List;

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

    /**
     * Does once in the calling thread what is due, whether or not it is started; the answer says whether there is more.
     * An error is thrown, not retried.
     */
    Next runOnce() throws Exception;

    /** What it has been doing, for whoever looks: a line for each of its loops. */
    List<LoopState> states();
}
