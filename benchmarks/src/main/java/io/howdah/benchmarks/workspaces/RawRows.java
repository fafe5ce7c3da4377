// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.workspaces;

import io.howdah.benchmarks.harness.Stage;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Rows of up to 512 KiB, 16 MB or 1000 of them in a transaction: the best that the database itself does. */
final class RawRows implements Place {
    private static final int CHUNK = 512 * 1024;
    private static final int MOST_ROWS = 1000;
    private static final int MOST_BYTES = 16 << 20;

    private final Connection connection;
    private final List<byte[]> waiting = new ArrayList<>();
    private long waitingBytes;

    RawRows(Stage stage) throws SQLException {
        stage.database()
                .execute("create table raw (id bigint generated always as identity primary key, data bytea not null)");
        stage.database().execute("alter table raw alter column data set storage external");
        this.connection = stage.database().connect();
    }

    @Override
    public void write(Freight freight) throws Exception {
        for (int file = 0; file < freight.files(); file++) {
            try (var content = freight.content(file)) {
                for (var bytes = content.readNBytes(CHUNK); bytes.length > 0; bytes = content.readNBytes(CHUNK)) {
                    if (waiting.size() == MOST_ROWS || waitingBytes + bytes.length > MOST_BYTES) {
                        flush();
                    }
                    waiting.add(bytes);
                    waitingBytes += bytes.length;
                }
            }
        }
        flush();
    }

    private void flush() throws SQLException {
        try (var insert = connection.prepareStatement("insert into raw (data) select unnest(?::bytea[])")) {
            insert.setArray(1, connection.createArrayOf("bytea", waiting.toArray(byte[][]::new)));
            insert.execute();
        }
        waiting.clear();
        waitingBytes = 0;
    }

    @Override
    public long read(Freight freight) throws Exception {
        var total = 0L;
        var after = 0L;
        var most = freight.size() > CHUNK ? MOST_BYTES / CHUNK : MOST_ROWS;
        try (var select = connection.prepareStatement("select id, data from raw where id > ? order by id limit ?")) {
            while (true) {
                select.setLong(1, after);
                select.setInt(2, most);
                var before = after;
                try (var rows = select.executeQuery()) {
                    while (rows.next()) {
                        after = rows.getLong(1);
                        total += rows.getBytes(2).length;
                    }
                }
                if (after == before) {
                    return total;
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException failure) {
            throw new IOException(failure);
        }
    }
}
