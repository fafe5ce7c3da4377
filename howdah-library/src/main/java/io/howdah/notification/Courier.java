// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.DatabaseException;
import io.howdah.internal.loop.Backoff;
import io.howdah.notification.CourierStore.Recorded;
import io.howdah.notification.CourierStore.Report;
import io.howdah.notification.CourierStore.Verdict;
import io.howdah.work.End;
import io.howdah.work.Work;
import io.howdah.work.WorkHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers routes of one channel: asks the database whether to, carries, and writes down how it went. Between the two
 * no transaction is open. If the process dies there, the work is given back and the delivery happens again, with the
 * same id. Thread-safe.
 */
final class Courier implements WorkHandler {
    private static final Logger log = LoggerFactory.getLogger(Courier.class);

    /** So often a delivery may take its process with it before it is not tried any more. */
    private static final int MOST_LOST = 20;

    private static final Duration LONGEST_PAUSE = Duration.ofDays(1);
    private static final Backoff RETRIES = Backoff.between(Duration.ofMillis(50), Duration.ofSeconds(2));
    private static final int MOST_RECORDINGS = 60;

    private final CourierStore store;
    private final Carriage carriage;
    private final DeliveryOptions options;
    private final Told told;

    /** How a route is carried, as a part of the trace that its work carries. */
    @FunctionalInterface
    interface Carriage {
        ChannelAnswer carry(Work work, Verdict.Go go) throws Exception;
    }

    /** Hears how a carriage went. */
    @FunctionalInterface
    interface Told {
        void carried(String result, Duration took);
    }

    Courier(CourierStore store, Carriage carriage, DeliveryOptions options, Told told) {
        this.store = store;
        this.carriage = carriage;
        this.options = options;
        this.told = told;
    }

    @Override
    public Optional<End> handle(Work work) throws Exception {
        var route = Long.parseLong(new String(work.payload().bytes(), StandardCharsets.UTF_8));
        return switch (store.begin(route, work.fence(), options.giveUpAfter())) {
            case Verdict.Ended ended -> Optional.of(End.Done.PLAIN);
            case Verdict.Wait wait -> Optional.of(new End.Snoozed(wait.pause()));
            case Verdict.Dead dead -> record(route, work, Report.untried(dead.cause()));
            case Verdict.Go go ->
                work.attempt() > options.attempts() + MOST_LOST
                        ? record(route, work, Report.untried("lost-too-often"))
                        : record(route, work, carry(work, go));
        };
    }

    private Report carry(Work work, Verdict.Go go) throws InterruptedException {
        var began = System.nanoTime();
        var answer = carryOrFail(work, go);
        var took = Duration.ofNanos(System.nanoTime() - began);
        told.carried(answer.result().name(), took);
        return new Report(answer.result().name(), answer, took, pause(work, answer), throttle(answer));
    }

    private ChannelAnswer carryOrFail(Work work, Verdict.Go go) throws InterruptedException {
        try {
            return carriage.carry(work, go);
        } catch (InterruptedException stopped) {
            throw stopped;
        } catch (Exception failure) {
            if (Thread.currentThread().isInterrupted()) {
                // The process stops: that is not the receiver's failure.
                throw new InterruptedException(failure.toString());
            }
            log.debug(
                    "Delivery {} to {} failed",
                    go.outgoing().id(),
                    go.outgoing().address(),
                    failure);
            return ChannelAnswer.failed(failure.toString());
        }
    }

    /** Until the next attempt; none when there is none. */
    private @Nullable Duration pause(Work work, ChannelAnswer answer) {
        if (answer.result() != ChannelAnswer.Result.FAILED || work.attempt() >= options.attempts()) {
            return null;
        }
        var planned = options.pauseAfter(work.attempt());
        return answer.retryAfter()
                .map(asked -> asked.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : asked)
                .filter(asked -> asked.compareTo(planned) > 0)
                .orElse(planned);
    }

    /** A receiver that says when to come back means everything that goes to it. */
    private static @Nullable Duration throttle(ChannelAnswer answer) {
        return answer.retryAfter()
                .map(asked -> asked.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : asked)
                .orElse(null);
    }

    /**
     * What has been delivered is written down even if the database is away for a while: the fence makes it safe to try
     * again, and not to would deliver it twice.
     */
    private Optional<End> record(long route, Work work, Report report) throws InterruptedException {
        for (int failures = 1; ; failures++) {
            try {
                told(work, store.end(route, work.fence(), report, options.disableAfter()));
                return Optional.empty();
            } catch (DatabaseException failure) {
                var mayPass = failure.isRetryable() || failure.isOutcomeUnknown();
                if (!mayPass
                        || failures == MOST_RECORDINGS
                        || Thread.currentThread().isInterrupted()) {
                    throw failure;
                }
                RETRIES.pause(failures);
            }
        }
    }

    private static void told(Work work, Recorded recorded) {
        if (!recorded.held()) {
            log.warn(
                    "How attempt {} of delivery work {} ended was known already, or another process has it now",
                    work.attempt(),
                    work.id());
        }
        recorded.disabled().ifPresent(name -> log.warn("Endpoint {} was disabled: it has failed for too long", name));
    }

    @Override
    public Optional<Duration> retryAfter(Work work, Throwable failure) {
        return Optional.of(options.pauseAfter(Math.min(work.attempt(), options.attempts() - 1)));
    }
}
