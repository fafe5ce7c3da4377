// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import io.howdah.workspace.store.ChunkName;
import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;

/** The statements that say which chunks are in which store, and clear away what nobody refers to. */
final class ChunkRegistryStore {
    private static final Sql ANNOUNCE = Sql.of("""
        select id, encode(hash, 'hex') as hash, stored
        from howdah.workspace_announce(:store, :hashes::bytea[], :sizes::int[], :grace::interval)
        """);

    private static final Sql STORED = Sql.of("""
        with mine as (
          select id from howdah.workspace_chunk
          where id = any (:ids::bigint[]) and not stored and not doomed
          order by id
          for no key update)
        update howdah.workspace_chunk c
        set stored = true
        from mine
        where c.id = mine.id
        """);

    /** For those who read a version that is not kept any more. What is referred to has no time to move. */
    private static final Sql STILL_READ = Sql.of("""
        with mine as (
          select id from howdah.workspace_chunk
          where id = any (:ids::bigint[]) and not doomed and expires_at is not null
          order by id
          for no key update)
        update howdah.workspace_chunk c
        set expires_at = greatest(c.expires_at, howdah.now() + :grace::interval)
        from mine
        where c.id = mine.id
        """);

    private static final Sql DOOM = Sql.of("""
        select id, encode(hash, 'hex') as hash from howdah.workspace_doom(:store, :most)
        """);

    private static final Sql FORGET = Sql.of("""
        delete from howdah.workspace_chunk where id = any (:ids::bigint[]) and doomed
        """);

    private static final Sql UNTIDY = Sql.of("""
        select id from howdah.workspace_untidy(:grace::interval, :most) as id
        """);

    private static final Sql TIDY = Sql.of("""
        select howdah.workspace_tidy(:workspace, :grace::interval, :most) as more
        """);

    private static final Sql ELSEWHERE = Sql.of("""
        select distinct c.id, encode(c.hash, 'hex') as hash, c.size, s.name as store
        from howdah.workspace_content t
        join howdah.workspace_part p on p.content = t.id
        join howdah.workspace_chunk c on c.id = p.chunk
        join howdah.workspace_store s on s.id = c.store
        where t.workspace = :workspace
          and c.store <> :store
          and not exists (select from howdah.workspace_chunk n
                          where n.store = :store and n.hash = c.hash and n.stored and not n.doomed
                            and (n.expires_at is null or n.expires_at > howdah.now() + :grace::interval / 2))
        limit :most
        """);

    private static final Sql COPIES = Sql.of("""
        select distinct n.id
        from howdah.workspace_content t
        join howdah.workspace_part p on p.content = t.id
        join howdah.workspace_chunk c on c.id = p.chunk and c.store <> :store
        join howdah.workspace_chunk n on n.store = :store and n.hash = c.hash and not n.doomed
        where t.workspace = :workspace
        """);

    private static final Sql RELEASE = Sql.of("""
        with mine as (
          select id from howdah.workspace_chunk
          where not doomed
            and id in (select p.chunk from howdah.workspace_content t
                       join howdah.workspace_part p on p.content = t.id
                       join howdah.workspace_chunk c on c.id = p.chunk and c.store <> :store
                       where t.workspace = :workspace)
          order by id
          for no key update)
        update howdah.workspace_chunk c
        set expires_at = howdah.now() + :grace::interval
        from mine
        where c.id = mine.id
        """);

    private static final Sql SWITCH = Sql.of("""
        update howdah.workspace_part p
        set chunk = n.id
        from howdah.workspace_content t, howdah.workspace_chunk c, howdah.workspace_chunk n
        where t.workspace = :workspace
          and p.content = t.id
          and c.id = p.chunk and c.store <> :store
          and n.store = :store and n.hash = c.hash and n.stored and not n.doomed
        """);

    private static final Sql SET_STORE = Sql.of("""
        update howdah.workspace set store = :store where id = :workspace
        """);

    private final Db db;
    private final Duration grace;

    ChunkRegistryStore(Db db, Duration grace) {
        this.db = db;
        this.grace = grace;
    }

    ChunkRegistryStore on(Db transaction) {
        return new ChunkRegistryStore(transaction, grace);
    }

    /** A chunk that may be written now. */
    record Announced(ChunkName name, boolean stored) {}

    List<Announced> announce(int store, Collection<Piece> pieces) {
        return db.tx(tx -> tx.run(ANNOUNCE)
                .set("store", store)
                .set(
                        "hashes",
                        pieces.stream()
                                .map(piece -> HexFormat.of().parseHex(piece.sha256()))
                                .toArray(byte[][]::new))
                .set("sizes", pieces.stream().mapToInt(Piece::size).toArray())
                .set("grace", grace)
                .list(row -> new Announced(new ChunkName(row.string("hash"), row.number("id")), row.bool("stored"))));
    }

    void stored(long[] ids) {
        db.tx(tx -> tx.run(STORED).set("ids", ids).update());
    }

    void stillRead(long[] ids) {
        db.tx(tx -> tx.run(STILL_READ).set("ids", ids).set("grace", grace).update());
    }

    List<ChunkName> doom(int store, int most) {
        return db.tx(tx -> tx.run(DOOM)
                .set("store", store)
                .set("most", most)
                .list(row -> new ChunkName(row.string("hash"), row.number("id"))));
    }

    void forget(Collection<ChunkName> doomed) {
        db.run(FORGET)
                .set("ids", doomed.stream().mapToLong(ChunkName::number).toArray())
                .update();
    }

    List<Long> untidy(int most) {
        return db.tx(tx -> tx.run(UNTIDY).set("grace", grace).set("most", most).list(row -> row.number("id")));
    }

    boolean tidy(long workspace, int most) {
        return db.tx(tx -> tx.run(TIDY)
                .set("workspace", workspace)
                .set("grace", grace)
                .set("most", most)
                .one(row -> row.bool("more")));
    }

    /** A chunk that a workspace refers to in another store. */
    record Foreign(ChunkName name, int size, String store) {}

    List<Foreign> elsewhere(long workspace, int store, int most) {
        return db.run(ELSEWHERE)
                .set("workspace", workspace)
                .set("store", store)
                .set("grace", grace)
                .set("most", most)
                .list(row -> new Foreign(
                        new ChunkName(row.string("hash"), row.number("id")), row.integer("size"), row.string("store")));
    }

    /**
     * Refers to copies in another store, in the transaction that holds the workspace's row, as far as there are any.
     */
    void switchTo(long workspace, int store) {
        var copies =
                db.run(COPIES).set("workspace", workspace).set("store", store).list(row -> row.number("id")).stream()
                        .mapToLong(Long::longValue)
                        .toArray();
        new CommitStore(db, workspace).refer(copies);
        db.run(RELEASE)
                .set("workspace", workspace)
                .set("store", store)
                .set("grace", grace)
                .update();
        db.run(SWITCH).set("workspace", workspace).set("store", store).update();
        db.run(SET_STORE).set("workspace", workspace).set("store", store).update();
    }
}
