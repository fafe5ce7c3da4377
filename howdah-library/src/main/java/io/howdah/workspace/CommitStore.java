// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/** The statements of a commit, all in one transaction that holds the workspace's row. */
final class CommitStore {
    private static final Sql HOLD = Sql.of("""
        select head, store, files, bytes, quota_files, quota_bytes, lock_id, lock_info, locked_at
        from howdah.workspace
        where id = :workspace and deleted_at is null
        for update
        """);

    private static final Sql DONE_BEFORE = Sql.of("""
        select number, author, message, files, bytes, created_at
        from howdah.workspace_version
        where workspace = :workspace and change = :change
        """);

    private static final Sql REFER = Sql.of("select howdah.workspace_refer(:chunks::bigint[]) as usable");

    private static final Sql END_FILES = Sql.of("""
        select files, bytes from howdah.workspace_end_files(:workspace, :next, :paths::text[])
        """);

    private static final Sql ADD_FILES = Sql.of("""
        select howdah.workspace_add_files(
          :workspace, :next, :paths::text[], :folded::text[], :sizes::bigint[], :hashes::text[], :executables::int[],
          array(select nullif(c, 0) from unnest(:contents::bigint[]) with ordinality as u (c, n) order by n),
          :chunkSizes::int[], :partOf::int[], :partN::int[], :partChunks::bigint[])
        """);

    private static final Sql COLLISION = Sql.of("""
        select path, other
        from howdah.workspace_collision(:workspace, :paths::text[], :folded::text[], :directories::text[],
                                        :foldedDirectories::text[])
        where path is not null
        """);

    private static final Sql RESTORE = Sql.of("""
        select files, bytes from howdah.workspace_restore(:workspace, :earlier, :next)
        """);

    private static final Sql MOVE_HEAD = Sql.of("""
        with moved as (
          update howdah.workspace
          set head = :next,
              files = :files,
              bytes = :bytes,
              changed_at = howdah.now()
          where id = :workspace and head = :next - 1
          returning id, head, files, bytes, changed_at)
        insert into howdah.workspace_version (workspace, number, change, author, message, files, bytes, created_at)
        select id, head, :change, :author, :message, files, bytes, changed_at from moved
        returning number, author, message, files, bytes, created_at
        """);

    private final Db db;
    private final long workspace;

    CommitStore(Db transaction, long workspace) {
        this.db = transaction;
        this.workspace = workspace;
    }

    /** How the workspace stands while its row is held. */
    record Held(
            long head,
            int store,
            int files,
            long bytes,
            int quotaFiles,
            long quotaBytes,
            Optional<WorkspaceLock> lock) {}

    Optional<Held> hold() {
        return db.run(HOLD).set("workspace", workspace).optional(row -> {
            var lock = row.stringOrNull("lock_id");
            return new Held(
                    row.number("head"),
                    row.integer("store"),
                    row.integer("files"),
                    row.number("bytes"),
                    row.integer("quota_files"),
                    row.number("quota_bytes"),
                    lock == null
                            ? Optional.empty()
                            : Optional.of(new WorkspaceLock(lock, row.string("lock_info"), row.instant("locked_at"))));
        });
    }

    /** The version that this very change has become, if its commit was heard of only half. */
    Optional<WorkspaceVersion> doneBefore(UUID change) {
        return db.run(DONE_BEFORE)
                .set("workspace", workspace)
                .set("change", change)
                .optional(VersionStore::version);
    }

    /** How many of these chunks may be referred to. */
    long refer(long[] chunks) {
        return db.run(REFER).set("chunks", chunks).one(row -> row.number("usable"));
    }

    /** How many files, and how large they are. */
    record Sum(int files, long bytes) {}

    Sum end(long next, List<String> paths) {
        return db.run(END_FILES)
                .set("workspace", workspace)
                .set("next", next)
                .set("paths", paths.toArray(String[]::new))
                .one(row -> new Sum(row.integer("files"), row.number("bytes")));
    }

    void add(long next, List<Staged> files) {
        var withParts = IntStream.range(0, files.size()).boxed().toList();
        db.run(ADD_FILES)
                .set("workspace", workspace)
                .set("next", next)
                .set("paths", files.stream().map(Staged::path).toArray(String[]::new))
                .set("folded", files.stream().map(Staged::folded).toArray(String[]::new))
                .set("sizes", files.stream().mapToLong(Staged::size).toArray())
                .set("hashes", files.stream().map(Staged::sha256).toArray(String[]::new))
                .set(
                        "executables",
                        files.stream()
                                .mapToInt(file -> file.executable() ? 1 : 0)
                                .toArray())
                .set("contents", files.stream().mapToLong(Staged::content).toArray())
                .set("chunkSizes", files.stream().mapToInt(Staged::chunkSize).toArray())
                .set(
                        "partOf",
                        withParts.stream()
                                .flatMapToInt(i -> IntStream.generate(() -> i + 1)
                                        .limit(files.get(i).pieces().size()))
                                .toArray())
                .set(
                        "partN",
                        files.stream()
                                .flatMapToInt(
                                        file -> IntStream.range(0, file.pieces().size()))
                                .toArray())
                .set(
                        "partChunks",
                        files.stream()
                                .flatMap(file -> file.pieces().stream())
                                .mapToLong(Piece::chunk)
                                .toArray())
                .execute();
    }

    /** Two paths that cannot both be files. */
    record Collision(String path, String other) {}

    Optional<Collision> collision(List<Staged> added) {
        var directories = FilePath.directories(added.stream().map(Staged::path).toList());
        return db.run(COLLISION)
                .set("workspace", workspace)
                .set("paths", added.stream().map(Staged::path).toArray(String[]::new))
                .set("folded", added.stream().map(Staged::folded).toArray(String[]::new))
                .set("directories", directories.keySet().toArray(String[]::new))
                .set("foldedDirectories", directories.values().toArray(String[]::new))
                .optional(row -> new Collision(row.string("path"), row.string("other")));
    }

    Sum restore(long earlier, long next) {
        return db.run(RESTORE)
                .set("workspace", workspace)
                .set("earlier", earlier)
                .set("next", next)
                .one(row -> new Sum(row.integer("files"), row.number("bytes")));
    }

    WorkspaceVersion moveHead(long next, Sum sum, UUID change, CommitOptions options) {
        return db.run(MOVE_HEAD)
                .set("workspace", workspace)
                .set("next", next)
                .set("files", sum.files())
                .set("bytes", sum.bytes())
                .set("change", change)
                .set("author", options.author())
                .set("message", options.message())
                .one(VersionStore::version);
    }
}
