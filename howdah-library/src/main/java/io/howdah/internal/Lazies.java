// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Things that are made when they are first asked for, each once, and the rest of them when all are wanted. Thread-safe.
 */
public final class Lazies {
    private final List<One<?>> all = new CopyOnWriteArrayList<>();

    public <T> Supplier<T> add(Supplier<T> maker) {
        var one = new One<T>(maker);
        all.add(one);
        return one;
    }

    /** In the order in which they were added, but for those that somebody has asked for already. */
    public void makeAll() {
        all.forEach(One::get);
    }

    private static final class One<T> implements Supplier<T> {
        private final Supplier<T> maker;
        private volatile @Nullable T made;

        One(Supplier<T> maker) {
            this.maker = maker;
        }

        @Override
        public T get() {
            var there = made;
            return there == null ? make() : there;
        }

        private synchronized T make() {
            var there = made;
            if (there == null) {
                there = maker.get();
                made = there;
            }
            return there;
        }
    }
}
