// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;

/**
 * Reads for people and dashboards, which must never hurt the work: each is a short transaction that is given up after
 * two seconds. Thread-safe.
 */
public final class ReadStore {
    /**
     * Tables that work passes through look nearly empty to the planner, and a scan would walk over all their dead rows:
     * so indexes only. Set for the transaction, which a pooler does not tear apart.
     */
    private static final Sql CAREFULLY = Sql.of("""
        select set_config('statement_timeout', '2000', true), set_config('enable_seqscan', 'off', true),
               set_config('enable_bitmapscan', 'off', true), set_config('enable_hashjoin', 'off', true),
               set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true)
        """);

    private final Db db;

    ReadStore(Db db) {
        this.db = db;
    }

    public <T> T look(Db.Work<T> work) {
        return db.tx(transaction -> {
            transaction.run(CAREFULLY).execute();
            return work.run(transaction);
        });
    }
}
