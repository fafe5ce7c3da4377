// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;

/** The statements that forget what is old. */
final class JobUpkeepStore {
    private static final Sql PARTITIONS = Sql.of("select howdah.job_partitions(:ahead) as dropped");

    private final Db db;

    JobUpkeepStore(Db db) {
        this.db = db;
    }

    int partitions(int daysAhead) {
        return db.run(PARTITIONS).set("ahead", daysAhead).one(row -> row.integer("dropped"));
    }
}
