// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.work.WorkEngine;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;

/**
 * Jobs that have not ended: ready, running, or waiting for something. They are found by what was enqueued, not by
 * searching where work waits, so that looking slows nobody down; over all that was enqueued in a week it takes a while.
 * Thread-safe.
 */
public final class PendingJobs {
    private static final int BATCH = 500;

    private final SearchStore store;
    private final WorkEngine engine;

    PendingJobs(SearchStore store, WorkEngine engine) {
        this.store = store;
        this.engine = engine;
    }

    /** The youngest of them; up to 1 000. */
    public JobPage list(JobFilter filter, int limit) {
        return page(filter, Optional.empty(), limit);
    }

    /** Those after a place, which is the {@code next} of another page. */
    public JobPage list(JobFilter filter, JobPage.Place after, int limit) {
        return page(filter, Optional.of(after), limit);
    }

    private JobPage page(JobFilter filter, Optional<JobPage.Place> after, int limit) {
        Jobs.requireLimit(limit);
        var found = store.pending(filter.choices(), after, DeadJobs.LOOK, limit);
        return new JobPage(store.infos(found.ids()), found.next());
    }

    /** How many there are: what {@link #cancelAll} would cancel now. */
    public long count(JobFilter filter) {
        return forAll(filter, DeadJobs.LOOK, List::size, total -> {});
    }

    /**
     * Cancels all that match, in batches that commit one by one, the youngest first.
     *
     * @param progress is told after each batch how many there have been
     */
    public long cancelAll(JobFilter filter, String reason, LongConsumer progress) {
        return forAll(filter, BATCH, ids -> engine.cancelAll(ids, reason), progress);
    }

    private long forAll(JobFilter filter, int batch, ToLongFunction<List<Long>> deal, LongConsumer progress) {
        var total = 0L;
        var place = Optional.<JobPage.Place>empty();
        do {
            var found = store.pending(filter.choices(), place, DeadJobs.LOOK, batch);
            if (!found.ids().isEmpty()) {
                total += deal.applyAsLong(found.ids());
                progress.accept(total);
            }
            place = found.next();
        } while (place.isPresent());
        return total;
    }
}
