// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import io.howdah.workspace.store.Chunk;
import io.howdah.workspace.store.ChunkName;
import io.howdah.workspace.store.ChunkStore;
import java.util.Collection;
import java.util.List;

/** Chunks as rows. */
final class PostgresChunkStore implements ChunkStore {
    static final String NAME = "postgresql";

    /** Large enough for the network, small enough for a row that is held in memory on both sides. */
    private static final int CHUNK_SIZE = 512 * 1024;

    /** One that is not announced any more has been given up: the commit will say so. */
    private static final Sql PUT = Sql.of("""
        with mine as (
          select c.id from howdah.workspace_chunk c
          where c.id = any (:ids::bigint[]) and not c.doomed
          order by c.id
          for key share)
        insert into howdah.workspace_data (chunk, data)
        select mine.id, u.data
        from mine
        join unnest(:ids::bigint[], :data::bytea[]) as u (id, data) on u.id = mine.id
        order by mine.id
        on conflict (chunk) do nothing
        """);

    private static final Sql GET = Sql.of("""
        select d.chunk, encode(c.hash, 'hex') as hash, d.data
        from howdah.workspace_data d
        join howdah.workspace_chunk c on c.id = d.chunk
        where d.chunk = any (:ids::bigint[])
        """);

    private static final Sql DELETE = Sql.of("""
        delete from howdah.workspace_data where chunk = any (:ids::bigint[])
        """);

    private final Db db;

    PostgresChunkStore(Db db) {
        this.db = db;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int chunkSize() {
        return CHUNK_SIZE;
    }

    @Override
    public void put(List<Chunk> chunks) {
        db.run(PUT)
                .set(
                        "ids",
                        chunks.stream()
                                .mapToLong(chunk -> chunk.name().number())
                                .toArray())
                .set("data", chunks.stream().map(Chunk::bytes).toArray(byte[][]::new))
                .update();
    }

    @Override
    public List<Chunk> get(Collection<ChunkName> names) {
        return db.run(GET)
                .set("ids", names.stream().mapToLong(ChunkName::number).toArray())
                .list(row -> new Chunk(new ChunkName(row.string("hash"), row.number("chunk")), row.bytes("data")));
    }

    /** In the background alone: nobody asks for this. */
    @Override
    public void delete(Collection<ChunkName> names) {
        db.bounded()
                .run(DELETE)
                .set("ids", names.stream().mapToLong(ChunkName::number).toArray())
                .update();
    }
}
