// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.workspace.store.ChunkName;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The statements that read versions, their files and what the files are made of. */
final class VersionStore {
    private static final Sql VERSION = Sql.of("""
        select number, author, message, files, bytes, created_at
        from howdah.workspace_version
        where workspace = :workspace and number = :number
        """);

    private static final Sql HISTORY = Sql.of("""
        select number, author, message, files, bytes, created_at
        from howdah.workspace_version
        where workspace = :workspace and number < :before
        order by number desc
        limit :most
        """);

    /** One row without a file when the version has none here; no row at all when the version is not kept. */
    private static final Sql FILES = Sql.of("""
        select f.path, f.size, encode(f.hash, 'hex') as hash, f.executable, f.content
        from howdah.workspace_version v
        left join lateral (
          select * from howdah.workspace_file l
          where l.workspace = v.workspace
            and l.since <= v.number and (l.until is null or l.until > v.number)
            and l.path > :after and l.path >= :prefix and starts_with(l.path, :prefix)
          order by l.path
          limit :most) f on true
        where v.workspace = :workspace and v.number = :number
        order by f.path
        """);

    private static final Sql FILE = Sql.of("""
        select f.path, f.size, encode(f.hash, 'hex') as hash, f.executable, f.content
        from howdah.workspace_version v
        left join howdah.workspace_file f
          on f.workspace = v.workspace and f.path = :path
          and f.since <= v.number and (f.until is null or f.until > v.number)
        where v.workspace = :workspace and v.number = :number
        """);

    private static final Sql DIFFERENCES = Sql.of("""
        select coalesce(b.path, a.path) as name,
               b.path as before_path, b.size as before_size, encode(b.hash, 'hex') as before_hash,
               b.executable as before_executable,
               a.path as after_path, a.size as after_size, encode(a.hash, 'hex') as after_hash,
               a.executable as after_executable
        from (select * from howdah.workspace_file l
              where l.workspace = :workspace and l.path > :after
                and l.since <= :from and (l.until is null or l.until > :from)) b
        full join (select * from howdah.workspace_file l
                   where l.workspace = :workspace and l.path > :after
                     and l.since <= :to and (l.until is null or l.until > :to)) a
          on a.path = b.path
        where a.path is null or b.path is null or a.hash <> b.hash or a.executable <> b.executable
        order by 1
        limit :most
        """);

    private static final Sql PARTS = Sql.of("""
        select p.content, c.id, encode(c.hash, 'hex') as hash, t.chunk_size, s.name as store
        from howdah.workspace_part p
        join howdah.workspace_content t on t.id = p.content
        join howdah.workspace_chunk c on c.id = p.chunk
        join howdah.workspace_store s on s.id = c.store
        where p.content = any (:contents::bigint[])
        order by p.content, p.n
        """);

    private static final Sql TAG = Sql.of("""
        insert into howdah.workspace_tag as t (workspace, name, number)
        select v.workspace, :name, v.number
        from howdah.workspace_version v
        where v.workspace = :workspace and v.number = :number
        for key share
        on conflict (workspace, name) do update set number = excluded.number
        """);

    private static final Sql UNTAG = Sql.of("""
        delete from howdah.workspace_tag where workspace = :workspace and name = :name
        """);

    private static final Sql TAGS = Sql.of("""
        select name, number from howdah.workspace_tag where workspace = :workspace order by name limit :most
        """);

    private static final Sql TAGGED = Sql.of("""
        select number from howdah.workspace_tag where workspace = :workspace and name = :name
        """);

    private final Db db;

    VersionStore(Db db) {
        this.db = db;
    }

    Optional<WorkspaceVersion> version(long workspace, long number) {
        return db.run(VERSION).set("workspace", workspace).set("number", number).optional(VersionStore::version);
    }

    List<WorkspaceVersion> history(long workspace, long before, int most) {
        return db.run(HISTORY)
                .set("workspace", workspace)
                .set("before", before)
                .set("most", most)
                .list(VersionStore::version);
    }

    /** A file and which content it has. */
    record Entry(WorkspaceFile file, long content) {}

    /** Empty when the version is not kept. */
    Optional<List<Entry>> files(long workspace, long number, String prefix, String after, int most) {
        var rows = db.run(FILES)
                .set("workspace", workspace)
                .set("number", number)
                .set("prefix", prefix)
                .set("after", after)
                .set("most", most)
                .list(VersionStore::entry);
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(rows.stream().flatMap(Optional::stream).toList());
    }

    /** Empty when the version is not kept; in it nothing when it has no such file. */
    Optional<Optional<Entry>> file(long workspace, long number, String path) {
        return db.run(FILE)
                .set("workspace", workspace)
                .set("number", number)
                .set("path", path)
                .optional(VersionStore::entry);
    }

    List<FileChange> differences(long workspace, long from, long to, String after, int most) {
        return db.run(DIFFERENCES)
                .set("workspace", workspace)
                .set("from", from)
                .set("to", to)
                .set("after", after)
                .set("most", most)
                .list(row -> new FileChange(row.string("name"), side(row, "before"), side(row, "after")));
    }

    /** What a file is made of, in order: the chunks all have one size, of which the last may be smaller. */
    record Content(String store, int chunkSize, List<ChunkName> chunks) {}

    /** By the id of the content; one that has no bytes has no chunks, and is not in the answer. */
    Map<Long, Content> contents(long[] ids) {
        var contents = new HashMap<Long, Content>();
        db.run(PARTS).set("contents", ids).list(row -> {
            var store = row.string("store");
            var chunkSize = row.integer("chunk_size");
            return contents.computeIfAbsent(
                            row.number("content"), id -> new Content(store, chunkSize, new ArrayList<>()))
                    .chunks()
                    .add(new ChunkName(row.string("hash"), row.number("id")));
        });
        return contents;
    }

    boolean tag(long workspace, String name, long number) {
        return db.run(TAG)
                        .set("workspace", workspace)
                        .set("name", name)
                        .set("number", number)
                        .update()
                == 1;
    }

    boolean untag(long workspace, String name) {
        return db.run(UNTAG).set("workspace", workspace).set("name", name).update() == 1;
    }

    Map<String, Long> tags(long workspace, int most) {
        var tags = new TreeMap<String, Long>();
        db.run(TAGS)
                .set("workspace", workspace)
                .set("most", most)
                .list(row -> Map.entry(row.string("name"), row.number("number")))
                .forEach(tag -> tags.put(tag.getKey(), tag.getValue()));
        return tags;
    }

    OptionalLong tagged(long workspace, String name) {
        return db.run(TAGGED).set("workspace", workspace).set("name", name).list(row -> row.number("number")).stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }

    static WorkspaceVersion version(Row row) throws SQLException {
        return new WorkspaceVersion(
                row.number("number"),
                row.string("author"),
                row.string("message"),
                row.integer("files"),
                row.number("bytes"),
                row.instant("created_at"));
    }

    private static Optional<Entry> entry(Row row) throws SQLException {
        var path = row.stringOrNull("path");
        return path == null
                ? Optional.empty()
                : Optional.of(new Entry(
                        new WorkspaceFile(path, row.number("size"), row.string("hash"), row.bool("executable")),
                        row.number("content")));
    }

    private static Optional<WorkspaceFile> side(Row row, String side) throws SQLException {
        @Nullable String path = row.stringOrNull(side + "_path");
        return path == null
                ? Optional.empty()
                : Optional.of(new WorkspaceFile(
                        path, row.number(side + "_size"), row.string(side + "_hash"), row.bool(side + "_executable")));
    }
}
