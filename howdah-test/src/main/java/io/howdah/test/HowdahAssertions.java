// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a test says about jobs. Enqueued is what was enqueued in this test and committed, or enqueued in the transaction
 * that the thread is in, whatever has become of it since: whether somebody does the work meanwhile makes no difference.
 */
public final class HowdahAssertions {
    private static final int MOST_SHOWN = 20;

    private HowdahAssertions() {}

    /** That there was a job of that type, whatever its payload. */
    public static void assertEnqueued(Howdah howdah, JobType<?> type) {
        var all = EnqueuedJob.all(howdah);
        if (all.stream().noneMatch(job -> job.isOf(type))) {
            throw new AssertionError("no job " + type.name() + " was enqueued; " + shown(all, type));
        }
    }

    /** That there was a job of that type with an equal payload. */
    public static <T> void assertEnqueued(Howdah howdah, JobType<T> type, T payload) {
        var all = EnqueuedJob.all(howdah);
        if (all.stream().noneMatch(job -> job.isOf(type, payload))) {
            throw new AssertionError("no job " + type.name() + " " + payload + " was enqueued; " + shown(all, type));
        }
    }

    /** That there was no job at all. */
    public static void assertNoneEnqueued(Howdah howdah) {
        var all = EnqueuedJob.all(howdah);
        if (!all.isEmpty()) {
            throw new AssertionError("no job was expected; " + shown(all));
        }
    }

    /** That there was no job of that type. */
    public static void assertNoneEnqueued(Howdah howdah, JobType<?> type) {
        var all = EnqueuedJob.all(howdah);
        if (all.stream().anyMatch(job -> job.isOf(type))) {
            throw new AssertionError("no job " + type.name() + " was expected; " + shown(all, type));
        }
    }

    /** That there was no job of that type with an equal payload. */
    public static <T> void assertNoneEnqueued(Howdah howdah, JobType<T> type, T payload) {
        var all = EnqueuedJob.all(howdah);
        if (all.stream().anyMatch(job -> job.isOf(type, payload))) {
            throw new AssertionError("no job " + type.name() + " " + payload + " was expected; " + shown(all, type));
        }
    }

    /**
     * That no attempt of a job has failed so far: what a handler throws, an assertion in it too, fails only its job.
     */
    public static void assertNoneFailed(Howdah howdah) {
        var failed =
                EnqueuedJob.all(howdah).stream().filter(EnqueuedJob::hasFailed).toList();
        if (!failed.isEmpty()) {
            throw new AssertionError("no job was to fail; " + shown(failed));
        }
    }

    /** Does everything that is due, in this thread, and holds if no attempt of a job has failed so far. */
    public static void assertDrained(Howdah howdah) {
        howdah.drain();
        assertNoneFailed(howdah);
    }

    /** The payloads of the jobs of that type, in the order in which they were enqueued. */
    public static <T> List<T> enqueued(Howdah howdah, JobType<T> type) {
        return EnqueuedJob.all(howdah).stream()
                .filter(job -> job.isOf(type))
                .map(job -> job.payload(type))
                .toList();
    }

    private static String shown(List<EnqueuedJob> jobs, JobType<?> wanted) {
        // Those that are nearly what was meant come first.
        var sorted = jobs.stream()
                .sorted((one, other) -> Boolean.compare(other.isOf(wanted), one.isOf(wanted)))
                .toList();
        return shown(sorted);
    }

    private static String shown(List<EnqueuedJob> jobs) {
        if (jobs.isEmpty()) {
            return "none was enqueued";
        }
        var lines = jobs.stream().limit(MOST_SHOWN).map(job -> "\n  " + job).collect(Collectors.joining());
        var more = jobs.size() > MOST_SHOWN ? "\n  and " + (jobs.size() - MOST_SHOWN) + " more" : "";
        return "there " + (jobs.size() == 1 ? "was:" : "were:") + lines + more;
    }
}
