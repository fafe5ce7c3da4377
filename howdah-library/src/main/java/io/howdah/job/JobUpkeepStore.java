// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.time.Duration;

/** The statements that forget what is old. */
final class JobUpkeepStore {
    private static final Sql PARTITIONS = Sql.of("select howdah.job_partitions(:ahead) as dropped");

    private static final Sql FORGET = Sql.of("select howdah.flow_forget(:keep, :most) as forgotten");

    private final Db db;

    JobUpkeepStore(Db db) {
        this.db = db;
    }

    int partitions(int daysAhead) {
        return db.run(PARTITIONS).set("ahead", daysAhead).one(row -> row.integer("dropped"));
    }

    /** Workflows that ended longer ago, up to so many at once. */
    int forgetFlows(Duration keep, int most) {
        return db.run(FORGET).set("keep", keep).set("most", most).one(row -> row.integer("forgotten"));
    }
}
