// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The statements behind workspaces as a whole: made, found, configured, locked, deleted. */
final class WorkspaceStore {
    private static final Sql STORE = Sql.of("""
        with made as (
          insert into howdah.workspace_store (name)
          select :name::text where not exists (select from howdah.workspace_store where name = :name)
          on conflict do nothing
          returning id)
        select id from made
        union all
        select id from howdah.workspace_store where name = :name
        """);

    private static final Sql CREATE = Sql.of("""
        with made as (
          insert into howdah.workspace (application, environment, store, quota_files, quota_bytes, keep_versions,
                                        keep_for, expire_after, created_at, changed_at)
          values (:application, :environment, :store, :files, :bytes, :versions, :keepFor::interval,
                  :expireAfter::interval, howdah.now(), howdah.now())
          on conflict (application, environment) where deleted_at is null do nothing
          returning id, created_at)
        insert into howdah.workspace_version (workspace, number, change, author, message, files, bytes, created_at)
        select id, 0, :change::uuid, '', '', 0, 0, created_at from made
        """);

    private static final Sql FIND = Sql.of("""
        select w.id, w.application, w.environment, w.store as store_id, s.name as store, w.head, w.files, w.bytes,
               w.quota_files, w.quota_bytes, w.created_at, w.changed_at, w.lock_id, w.lock_info, w.locked_at
        from howdah.workspace w
        join howdah.workspace_store s on s.id = w.store
        where w.application = :application and w.environment = :environment and w.deleted_at is null
        """);

    private static final Sql LIST = Sql.of("""
        select w.id, w.application, w.environment, w.store as store_id, s.name as store, w.head, w.files, w.bytes,
               w.quota_files, w.quota_bytes, w.created_at, w.changed_at, w.lock_id, w.lock_info, w.locked_at
        from howdah.workspace w
        join howdah.workspace_store s on s.id = w.store
        where w.deleted_at is null
          and (:application::text is null or (w.application, w.environment) > (:application, :environment::text))
        order by w.application, w.environment
        limit :most
        """);

    private static final Sql CONFIGURE = Sql.of("""
        update howdah.workspace
        set quota_files = :files,
            quota_bytes = :bytes,
            keep_versions = :versions,
            keep_for = :keepFor::interval,
            expire_after = :expireAfter::interval
        where application = :application and environment = :environment and deleted_at is null
        """);

    private static final Sql DELETE = Sql.of("""
        update howdah.workspace
        set deleted_at = howdah.now()
        where application = :application and environment = :environment and deleted_at is null
        """);

    /** Again by the same id is the same lock: an answer that was lost may be asked for once more. */
    private static final Sql LOCK = Sql.of("""
        update howdah.workspace
        set lock_id = :lock,
            lock_info = :info,
            locked_at = case when lock_id is null then howdah.now() else locked_at end
        where id = :id and deleted_at is null and (lock_id is null or lock_id = :lock)
        """);

    private static final Sql UNLOCK = Sql.of("""
        update howdah.workspace
        set lock_id = null,
            lock_info = null,
            locked_at = null
        where id = :id and lock_id = :lock
        """);

    private final Db db;

    WorkspaceStore(Db db) {
        this.db = db;
    }

    int storeId(String name) {
        // Twice: what another process has made in between is seen by the second look.
        var found = db.run(STORE).set("name", name).optional(row -> row.integer("id"));
        return found.orElseGet(() -> db.run(STORE).set("name", name).one(row -> row.integer("id")));
    }

    void create(WorkspaceName name, int store, WorkspaceOptions options) {
        db.run(CREATE)
                .set("application", name.application())
                .set("environment", name.environment())
                .set("store", store)
                .set("files", options.files())
                .set("bytes", options.bytes())
                .set("versions", options.versions())
                .set("keepFor", options.keptFor().orElse(null))
                .set("expireAfter", options.expiry().orElse(null))
                .set("change", UUID.randomUUID())
                .update();
    }

    Optional<Found> find(WorkspaceName name) {
        return db.run(FIND)
                .set("application", name.application())
                .set("environment", name.environment())
                .optional(WorkspaceStore::found);
    }

    List<Found> list(@Nullable WorkspaceName after, int most) {
        return db.run(LIST)
                .set("application", after == null ? null : after.application())
                .set("environment", after == null ? null : after.environment())
                .set("most", most)
                .list(WorkspaceStore::found);
    }

    boolean configure(WorkspaceName name, WorkspaceOptions options) {
        return db.run(CONFIGURE)
                        .set("application", name.application())
                        .set("environment", name.environment())
                        .set("files", options.files())
                        .set("bytes", options.bytes())
                        .set("versions", options.versions())
                        .set("keepFor", options.keptFor().orElse(null))
                        .set("expireAfter", options.expiry().orElse(null))
                        .update()
                == 1;
    }

    boolean delete(WorkspaceName name) {
        return db.run(DELETE)
                        .set("application", name.application())
                        .set("environment", name.environment())
                        .update()
                == 1;
    }

    boolean lock(long workspace, String lock, String info) {
        return db.run(LOCK)
                        .set("id", workspace)
                        .set("lock", lock)
                        .set("info", info)
                        .update()
                == 1;
    }

    boolean unlock(long workspace, String lock) {
        return db.run(UNLOCK).set("id", workspace).set("lock", lock).update() == 1;
    }

    /** A workspace, with what is not for everybody to see. */
    record Found(long id, int storeId, WorkspaceInfo info) {}

    private static Found found(Row row) throws SQLException {
        var lockId = row.stringOrNull("lock_id");
        return new Found(
                row.number("id"),
                row.integer("store_id"),
                new WorkspaceInfo(
                        WorkspaceName.of(row.string("application"), row.string("environment")),
                        row.string("store"),
                        row.number("head"),
                        row.integer("files"),
                        row.number("bytes"),
                        row.integer("quota_files"),
                        row.number("quota_bytes"),
                        row.instant("created_at"),
                        row.instant("changed_at"),
                        lockId == null
                                ? Optional.empty()
                                : Optional.of(
                                        new WorkspaceLock(lockId, row.string("lock_info"), row.instant("locked_at")))));
    }
}
