// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;

/** The statements that an append may depend on. */
final class ConditionStore {
    private static final Sql FIRST = Sql.of("""
        insert into howdah.log_once (topic_id, given_id)
        values (:topic, :id)
        on conflict do nothing
        """);

    private static final Sql EXPECT = Sql.of("select howdah.log_expect(:topic, :key, :version, :more) as version");

    private final Db db;

    ConditionStore(Db db) {
        this.db = db;
    }

    /** Whether the id has not been there before. */
    boolean isFirst(int topic, String id) {
        return db.run(FIRST).set("topic", topic).set("id", id).update() == 1;
    }

    /** The version that the key had; it is raised if that is the expected one. */
    long expect(int topic, String key, long version, int more) {
        return db.run(EXPECT)
                .set("topic", topic)
                .set("key", key)
                .set("version", version)
                .set("more", more)
                .one(row -> row.number("version"));
    }
}
