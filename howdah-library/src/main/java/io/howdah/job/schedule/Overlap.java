// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

/** What happens at a tick while the job of an earlier one has not ended. */
public enum Overlap {
    /** Its job is enqueued beside it. */
    ALLOW,
    /** No job is enqueued; the run is recorded as overlapped, with the job that was in the way. */
    SKIP
}
