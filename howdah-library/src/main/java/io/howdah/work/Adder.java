// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.internal.db.Batcher;
import java.util.List;

/** Adds work of many threads in one statement and one commit. Thread-safe. */
final class Adder {
    private static final int MOST = 500;

    private final AddStore store;
    private final Batcher<NewWork, Added> batcher = new Batcher<>(MOST, this::addAll);

    Adder(AddStore store) {
        this.store = store;
    }

    /** One with a unique key may have to wait for another transaction that wants the same; nobody else should. */
    Added add(NewWork work) {
        return work.uniqueness().isPresent() ? store.add(work) : batcher.ask(work);
    }

    private List<Added> addAll(List<NewWork> works) {
        return works.size() == 1
                ? List.of(store.add(works.getFirst()))
                : store.addAll(works).stream().map(id -> new Added(id, true)).toList();
    }
}
