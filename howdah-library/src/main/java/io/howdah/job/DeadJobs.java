// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Codec;
import io.howdah.Payload;
import io.howdah.work.WorkEngine;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that ended without success and that nobody has dealt with yet: dead, unless a filter says discarded or
 * cancelled. Thread-safe.
 *
 * <p>Trying one again makes a new job, linked to it by {@link JobInfo#retriedAs} and {@link JobInfo#retryOf}, with
 * attempts of its own; whoever asks, it is tried again once. What works on many goes through them in batches that
 * commit one by one, the latest first, and tells how many it has dealt with after each.
 */
public final class DeadJobs {
    static final int LOOK = 10_000;
    private static final int GLANCE = 2_000;
    private static final int BATCH = 500;

    private final SearchStore store;
    private final Codec codec;
    private final WorkEngine engine;

    DeadJobs(SearchStore store, Codec codec, WorkEngine engine) {
        this.store = store;
        this.codec = codec;
        this.engine = engine;
    }

    /** The latest of them; up to 1 000. */
    public JobPage list(JobFilter filter, int limit) {
        return page(filter, Optional.empty(), limit);
    }

    /** Those after a place, which is the {@code next} of another page. */
    public JobPage list(JobFilter filter, JobPage.Place after, int limit) {
        return page(filter, Optional.of(after), limit);
    }

    private JobPage page(JobFilter filter, Optional<JobPage.Place> after, int limit) {
        Jobs.requireLimit(limit);
        var found = store.failed(filter.choices(), after, LOOK, limit);
        return new JobPage(store.infos(found.ids()), found.next());
    }

    /** How many there are: what {@link #retryAll} or {@link #discardAll} would deal with now. */
    public long count(JobFilter filter) {
        return forAll(filter, LOOK, List::size, total -> {});
    }

    /** How many of the latest 2 000 that ended without success these are: for pages, which must not wait for all. */
    public Counted countLatest(JobFilter filter) {
        var found = store.failed(filter.choices(), Optional.empty(), GLANCE, GLANCE);
        return new Counted(found.ids().size(), found.next().isEmpty());
    }

    /**
     * Tries a job again, with the same payload, after the steps that it had finished.
     *
     * @throws JobNotRetryableException if it did not end without success, or was tried again before
     */
    public JobId retry(JobId id) {
        return retryWith(id, null, null);
    }

    /**
     * Tries a job again with another payload, from its first step on.
     *
     * @throws JobNotRetryableException if it did not end without success, was tried again before, or is of another type
     */
    public <T> JobId retry(JobId id, JobType<T> type, T payload) {
        return retryWith(id, type.name(), codec.encode(payload));
    }

    private JobId retryWith(JobId id, @Nullable String type, @Nullable Payload payload) {
        var retried = store.retry(id, type, payload);
        var made = retried.id().map(JobId::new);
        if (!retried.answer().equals("ok")) {
            throw new JobNotRetryableException(id, why(retried.answer(), id, made));
        }
        store.infos(List.of(made.orElseThrow().value())).forEach(info -> engine.wake(info.queue()));
        return made.orElseThrow();
    }

    private String why(String answer, JobId id, Optional<JobId> other) {
        var info = store.infos(List.of(id.value())).stream().findFirst();
        return switch (answer) {
            case "gone" -> "it never was, or was forgotten";
            case "retried" ->
                "it was before, as "
                        + info.flatMap(JobInfo::retriedAs).map(JobId::toString).orElse("another");
            case "not-failed" -> "it is " + info.map(one -> one.state().name()).orElse("not there any more");
            case "other-type" -> "it is of type " + info.map(JobInfo::type).orElse("unknown");
            case "workflow" -> "it is part of a workflow; try that again";
            case "key-taken" -> "job " + other.map(JobId::toString).orElse("another") + " has its unique key now";
            default -> answer;
        };
    }

    /** Takes a dead job from among these; false when it is not dead, or was dealt with before. */
    public boolean discard(JobId id, String reason) {
        return store.discardAll(List.of(id.value()), reason) == 1;
    }

    /**
     * Tries again all that match; those that cannot be are left alone.
     *
     * @param progress is told after each batch how many there have been
     */
    public long retryAll(JobFilter filter, LongConsumer progress) {
        return forAll(
                filter,
                BATCH,
                ids -> {
                    var byQueue = store.retryAll(ids);
                    byQueue.keySet().forEach(engine::wake);
                    return byQueue.values().stream().mapToLong(Long::longValue).sum();
                },
                progress);
    }

    /**
     * Discards all dead ones that match.
     *
     * @param progress is told after each batch how many there have been
     */
    public long discardAll(JobFilter filter, String reason, LongConsumer progress) {
        return forAll(filter, BATCH, ids -> store.discardAll(ids, reason), progress);
    }

    private long forAll(JobFilter filter, int batch, ToLongFunction<List<Long>> deal, LongConsumer progress) {
        var total = 0L;
        var place = Optional.<JobPage.Place>empty();
        do {
            var found = store.failed(filter.choices(), place, LOOK, batch);
            if (!found.ids().isEmpty()) {
                total += deal.applyAsLong(found.ids());
                progress.accept(total);
            }
            place = found.next();
        } while (place.isPresent());
        return total;
    }

    /**
     * How many there are at least.
     *
     * @param isAll whether there are no others
     */
    public record Counted(long jobs, boolean isAll) {}
}
