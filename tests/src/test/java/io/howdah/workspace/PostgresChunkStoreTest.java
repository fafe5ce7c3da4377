// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.test.ChunkStoreContract;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.workspace.store.ChunkName;
import io.howdah.workspace.store.ChunkStore;

@HowdahTest
class PostgresChunkStoreTest implements ChunkStoreContract {
    @Override
    public ChunkStore store(TestDatabase database) {
        return new PostgresChunkStore(Db.of(database.dataSource(), SchemaName.DEFAULT));
    }

    @Override
    public void damage(TestDatabase database, ChunkName chunk) {
        database.execute("update howdah.workspace_data set data = set_byte(data, 17, get_byte(data, 17) # 1)"
                + " where chunk = " + chunk.number());
    }
}
