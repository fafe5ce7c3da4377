// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import io.howdah.work.WorkEngine;

/** The queues that jobs and messages wait in. A queue is there as soon as somebody names it. Thread-safe. */
public final class Queues {
    private final WorkEngine engine;

    /** Made by {@link io.howdah.Howdah}. */
    public Queues(WorkEngine engine) {
        this.engine = engine;
    }

    /**
     * Nothing of the queue begins any more, in any process; what runs goes on, and new work may still be added. False
     * when it was paused already.
     */
    public boolean pause(String queue) {
        return engine.pause(queue);
    }

    /** What waited meanwhile begins. False when the queue was not paused. */
    public boolean resume(String queue) {
        return engine.resume(queue);
    }

    /** What the queue allows from now on, in all processes; what runs already goes on. Replaces earlier limits. */
    public void limit(String queue, QueueLimits limits) {
        engine.limit(queue, limits.limits());
    }
}
