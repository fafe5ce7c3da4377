// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import io.howdah.internal.db.Db;
import io.howdah.work.Added;
import io.howdah.work.WorkEngine;
import java.util.Optional;

/** Enqueues the job of a run, in the transaction that records the run. */
record Runs(WorkEngine engine) {
    /** What came of it; empty when that tick has had its run already, and then nothing is enqueued. */
    Optional<Added> enqueue(Db transaction, Definition definition, TickStore.Run run) {
        var store = new TickStore(transaction);
        if (!store.record(run, ScheduleRun.Outcome.ENQUEUED)) {
            return Optional.empty();
        }
        var added = engine.add(transaction, definition.work(run.tick()));
        var outcome = added.added() ? ScheduleRun.Outcome.ENQUEUED : ScheduleRun.Outcome.OVERLAPPED;
        store.ran(run, outcome, added.id());
        return Optional.of(added);
    }
}
