// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.limit;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.web.ReadStore;
import io.howdah.web.limit.PolicyRow.PolicyLimit;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statement behind which policies there are. What keys have used is not looked through: there may be millions. */
final class LimitReadStore {
    private static final int MOST = 500;

    private static final Sql POLICIES = Sql.of("""
        select id, name, durable, slack > 0 as leased, counts, periods, slices::bigint[] as slices, defined_at
        from howdah.limit_policy
        where :id::int is null or id = :id
        order by name, id
        limit :most
        """);

    private final ReadStore reads;

    LimitReadStore(ReadStore reads) {
        this.reads = reads;
    }

    List<PolicyRow> list() {
        return reads.look(db -> rows(db, null));
    }

    Optional<PolicyRow> find(int id) {
        return reads.look(db -> rows(db, id).stream().findFirst());
    }

    private static List<PolicyRow> rows(Db db, @Nullable Integer id) {
        return db.run(POLICIES).set("id", id).set("most", MOST).list(LimitReadStore::row);
    }

    private static PolicyRow row(Row row) throws SQLException {
        var counts = row.numbers("counts");
        var periods = row.numbers("periods");
        var slices = row.numbers("slices");
        var limits = new ArrayList<PolicyLimit>();
        for (int i = 0; i < counts.size(); i++) {
            limits.add(new PolicyLimit(counts.get(i), Duration.ofNanos(periods.get(i)), slices.get(i) > 0));
        }
        return new PolicyRow(
                Integer.toString(row.integer("id")),
                row.string("name"),
                row.bool("durable"),
                row.bool("leased"),
                List.copyOf(limits),
                row.instant("defined_at"));
    }
}
