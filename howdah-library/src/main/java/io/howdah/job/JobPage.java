// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Some of many jobs.
 *
 * @param next where the next page begins; a page may be short, even empty, and still have a next
 */
public record JobPage(List<JobInfo> jobs, Optional<Place> next) {
    /** A place in the order of a list, which stays where it is while others are added or removed. */
    public record Place(Instant at, long id) {}
}
