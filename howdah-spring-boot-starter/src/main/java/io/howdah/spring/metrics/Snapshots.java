// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import io.howdah.DatabaseException;
import io.howdah.HowdahException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest look at the figures of all processes. A new one is taken when somebody asks and the last is five seconds
 * old, by one thread, however many ask; who asks waits for it half a second at most, and then gets what there was. A
 * part that cannot be looked up keeps its last values and grows old. Thread-safe.
 */
final class Snapshots {
    private static final Logger log = LoggerFactory.getLogger(Snapshots.class);
    private static final long FRESH = Duration.ofSeconds(5).toNanos();
    private static final long SILENCE = Duration.ofSeconds(10).toNanos();
    private static final long PATIENCE = Duration.ofMillis(500).toNanos();

    /** What the server says of a statement that took too long: that is this part's misfortune alone. */
    private static final String TOO_SLOW = "57014";

    private final Map<String, Consumer<Figures>> parts;
    private final Supplier<Figures> blank;
    private final Runnable afterwards;
    private final Map<String, Taken> taken = new LinkedHashMap<>();
    private volatile Map<String, Taken> seen = Map.of();
    private volatile boolean reached;
    private @Nullable CompletableFuture<Void> underWay;
    private long begunAt;

    /** A part, and when it was looked up. */
    private record Taken(Figures figures, long at) {}

    /** @param afterwards is called by the thread that looked, whether or not it saw anything */
    Snapshots(Map<String, Consumer<Figures>> parts, Supplier<Figures> blank, Runnable afterwards) {
        this.parts = parts;
        this.blank = blank;
        this.afterwards = afterwards;
    }

    Set<String> parts() {
        return parts.keySet();
    }

    /** Has a new look taken if the last is old, and waits for it a little. */
    void refresh() {
        var look = look();
        if (look == null) {
            return;
        }
        try {
            look.result().get(look.patience(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            log.debug("The figures are not there yet; the last ones are told");
        } catch (ExecutionException failure) {
            log.warn("The figures could not be looked up", failure.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private record Look(CompletableFuture<Void> result, long patience) {}

    private synchronized @Nullable Look look() {
        var now = System.nanoTime();
        var running = underWay;
        if (running != null && !running.isDone()) {
            return new Look(running, Math.max(0, begunAt + PATIENCE - now));
        }
        if (running != null && now - begunAt < FRESH) {
            return null;
        }
        begunAt = now;
        var begun = new CompletableFuture<Void>();
        underWay = begun;
        Thread.ofVirtual().name("howdah-figures").start(() -> {
            try {
                takeAll();
                afterwards.run();
                begun.complete(null);
            } catch (Throwable failure) {
                begun.completeExceptionally(failure);
            }
        });
        return new Look(begun, PATIENCE);
    }

    /** Only ever by one thread at a time. */
    private void takeAll() {
        var answered = false;
        for (var part : parts.entrySet()) {
            try {
                var figures = blank.get();
                part.getValue().accept(figures);
                taken.put(part.getKey(), new Taken(figures, System.nanoTime()));
                answered = true;
            } catch (HowdahException failure) {
                log.debug("No new figures of {}: {}", part.getKey(), failure.getMessage());
                if (!isTooSlow(failure)) {
                    answered = false;
                    break;
                }
                answered = true;
            }
        }
        reached = answered;
        seen = Map.copyOf(taken);
    }

    private static boolean isTooSlow(HowdahException failure) {
        return failure instanceof DatabaseException known && TOO_SLOW.equals(known.sqlState());
    }

    /** Whether the database answered when it was last asked; also not if it has been silent since for too long. */
    boolean isReached() {
        refresh();
        return reached && !isStuck();
    }

    private synchronized boolean isStuck() {
        return underWay != null && !underWay.isDone() && System.nanoTime() - begunAt > SILENCE;
    }

    /** In seconds; none if it was never looked up. */
    double age(String part) {
        refresh();
        var last = seen.get(part);
        return last == null ? Double.NaN : (System.nanoTime() - last.at()) / 1e9;
    }

    /** As it was seen last; has a new look taken if that is old. */
    double value(String part, HowdahMeter meter, List<String> labels) {
        refresh();
        return figures(part).value(meter, labels);
    }

    /** The latest figures of a part; none if it was never looked up. */
    Figures figures(String part) {
        var last = seen.get(part);
        return last == null ? blank.get() : last.figures();
    }
}
