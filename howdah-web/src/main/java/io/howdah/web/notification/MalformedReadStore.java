// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.internal.db.Sql;
import io.howdah.web.ReadStore;
import java.util.List;

/** The statement behind what was put aside, without the bytes: each may have a mebibyte of them. */
final class MalformedReadStore {
    private static final Sql LIST = Sql.of("""
        select id, producer, code, reason, received_at, length(raw) as bytes
        from howdah.notification_malformed
        where settled_at is null
          and id > :after
        order by id
        limit :limit
        """);

    private final ReadStore reads;

    MalformedReadStore(ReadStore reads) {
        this.reads = reads;
    }

    /** What nobody has dealt with, oldest first. */
    List<MalformedRow> list(long after, int limit) {
        return reads.look(db -> db.run(LIST)
                .set("after", after)
                .set("limit", limit)
                .list(row -> new MalformedRow(
                        Long.toString(row.number("id")),
                        row.string("producer"),
                        row.string("code"),
                        row.string("reason"),
                        row.instant("received_at"),
                        row.integer("bytes"))));
    }
}
