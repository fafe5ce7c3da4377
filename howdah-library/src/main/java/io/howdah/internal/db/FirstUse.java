// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What is made at the first use of a name, stays for good, and is remembered here. It is made in a transaction of its
 * own, so that nobody who uses the same name waits for a caller's commit.
 *
 * <p>Whoever asks within a transaction holds a connection, and may hold the pool's last one. So what is there already
 * is read on that connection, and what is not is waited for only shortly: if no other connection comes free, it is made
 * in the caller's transaction after all. Thread-safe.
 */
public final class FirstUse<T> {
    /** How long somebody who holds a connection waits for another one. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private static final Executor THREADS =
            task -> Thread.ofVirtual().name("howdah-first-use").start(task);

    /**
     * What the database has.
     *
     * @param settled whether it was not made by the transaction that asks, which may yet be rolled back
     */
    public record Found<T>(T value, boolean settled) {}

    private final Db db;
    private final BiFunction<Db, String, Optional<Found<T>>> find;
    private final Map<String, T> known = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<T>> asked = new ConcurrentHashMap<>();

    public FirstUse(Db db, BiFunction<Db, String, Optional<Found<T>>> find) {
        this.db = db;
        this.find = find;
    }

    public Optional<T> known(String name) {
        return Optional.ofNullable(known.get(name));
    }

    public void forget(String name) {
        known.remove(name);
    }

    /** What is there; asking for it does not make it. */
    public Optional<T> find(String name) {
        var there = known(name);
        return there.isPresent() ? there : find.apply(db, name).map(found -> remember(name, found.value()));
    }

    /** What is there, or else made, on connections of its own. */
    public T get(String name, Function<Db, T> make) {
        return find(name).orElseGet(() -> remember(name, make.apply(db)));
    }

    /** What is there, or else made, for somebody who is in a transaction. */
    public T get(Db transaction, String name, Function<Db, T> make) {
        var there = known(name);
        if (there.isPresent()) {
            return there.get();
        }
        var found = find.apply(transaction, name);
        if (found.isEmpty()) {
            return madeSoon(name, make).orElseGet(() -> make.apply(transaction));
        }
        return found.get().settled()
                ? remember(name, found.get().value())
                : found.get().value();
    }

    /** By one thread for all who want it; it goes on when nobody waits for it any more. */
    private Optional<T> madeSoon(String name, Function<Db, T> make) {
        var making = asked.computeIfAbsent(
                name, wanted -> CompletableFuture.supplyAsync(() -> madeAlone(wanted, make), THREADS));
        return making.thenApply(Optional::of)
                .exceptionally(failure -> Optional.empty())
                .completeOnTimeout(Optional.empty(), PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    private T madeAlone(String name, Function<Db, T> make) {
        try {
            return remember(name, make.apply(db));
        } finally {
            asked.remove(name);
        }
    }

    private T remember(String name, T value) {
        known.put(name, value);
        return value;
    }
}
