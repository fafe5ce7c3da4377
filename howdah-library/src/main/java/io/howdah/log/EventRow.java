// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.Codec;
import io.howdah.Payload;
import io.howdah.internal.db.Row;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An event as statements answer with it.
 *
 * @param slice where its entry lies: what comes after it lies there or in a later one
 */
record EventRow(LogEvent.Place place, LogEvent.Attributes attributes, Payload payload, int slice) {
    static EventRow of(int partition, Row row) throws SQLException {
        return new EventRow(
                new LogEvent.Place(
                        partition,
                        row.number("off"),
                        row.number("unit"),
                        row.instant("appended_at"),
                        row.instant("numbered_at")),
                new LogEvent.Attributes(
                        row.string("id"),
                        row.string("type"),
                        Optional.ofNullable(row.stringOrNull("key")),
                        Optional.ofNullable(row.stringOrNull("source")),
                        Optional.ofNullable(row.stringOrNull("subject")),
                        Optional.ofNullable(row.stringOrNull("schema")),
                        headers(row)),
                new Payload(row.bytes("data"), row.string("content_type")),
                row.integer("slice"));
    }

    LogEvent event(Codec codec) {
        return new LogEvent(place, attributes, payload, codec);
    }

    /** From names and values in turn. */
    private static Map<String, String> headers(Row row) throws SQLException {
        if (row.stringOrNull("headers") == null) {
            return Map.of();
        }
        var pairs = row.strings("headers");
        var headers = new LinkedHashMap<String, String>();
        for (int i = 0; i < pairs.size(); i += 2) {
            headers.put(pairs.get(i), pairs.get(i + 1));
        }
        return Map.copyOf(headers);
    }
}
