// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

/** Where a job stands. Those from DONE on are final. */
public enum JobState {
    /** It waits for a worker. */
    READY,
    /** A process is working on it. */
    RUNNING,
    /** It waits for its time: not due yet, failed and to be tried again, or snoozed. */
    DEFERRED,
    /** It waits behind others with its key. */
    BLOCKED,
    /** It waits for other jobs of its workflow. */
    WAITING,
    DONE,
    /** It has failed for the last time. */
    DEAD,
    DISCARDED,
    CANCELLED;

    public boolean isFinal() {
        return compareTo(DONE) >= 0;
    }
}
