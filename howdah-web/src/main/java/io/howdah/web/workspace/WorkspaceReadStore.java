// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.internal.db.Sql;
import io.howdah.web.ReadStore;
import io.howdah.workspace.WorkspaceName;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statement behind what a workspace is set to keep: one row, by its name. */
final class WorkspaceReadStore {
    private static final Sql KEPT = Sql.of("""
        select keep_versions, extract(epoch from keep_for)::bigint as keep_for,
               extract(epoch from expire_after)::bigint as expire_after
        from howdah.workspace
        where application = :application and environment = :environment and deleted_at is null
        """);

    private final ReadStore reads;

    WorkspaceReadStore(ReadStore reads) {
        this.reads = reads;
    }

    Optional<Kept> kept(WorkspaceName name) {
        return reads.look(db -> db.run(KEPT)
                .set("application", name.application())
                .set("environment", name.environment())
                .optional(row -> new Kept(
                        row.integer("keep_versions"),
                        seconds(row.numberOrNull("keep_for")),
                        seconds(row.numberOrNull("expire_after")))));
    }

    private static Optional<Duration> seconds(@Nullable Long seconds) {
        return Optional.ofNullable(seconds).map(Duration::ofSeconds);
    }
}
