// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A page of jobs, the newest first.
 *
 * @param next what to ask for as {@code after} to go on; empty at the end
 * @param stopped says that the page ends because enough was looked through, not because it is full
 */
public record JobSlice(List<JobRow> items, Optional<String> next, Optional<Stopped> stopped) {
    /**
     * Where looking stopped.
     *
     * @param looked how many jobs were looked through for this page
     * @param backTo when the last of them was enqueued
     */
    public record Stopped(int looked, Instant backTo) {}
}
