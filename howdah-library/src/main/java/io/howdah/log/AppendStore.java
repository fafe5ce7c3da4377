// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Headers;
import io.howdah.internal.db.Query;
import io.howdah.internal.db.Sql;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The statements that append. */
final class AppendStore {
    /**
     * One statement, one round trip, no lock and no look at anything else. Nothing is returned either: rows would be
     * stored before they are sent, which costs a short statement a tenth of all that it does.
     */
    private static final Sql ONE = Sql.of("""
        insert into howdah.log_event (slice, part_id, call, type, key, given_id, source, subject, schema, headers,
                                      content_type, data)
        values (howdah.log_slice(), :part, 0, :type, :key, :id, :source, :subject, :schema, :headers::jsonb,
                :contentType, :data)
        """);

    private static final Sql MANY = Sql.of("""
        insert into howdah.log_event (slice, part_id, call, type, key, given_id, source, subject, schema, headers,
                                      content_type, data)
        select howdah.log_slice(), given.part_id, given.call, given.type, given.key, given.id, given.source,
               given.subject, given.schema, given.headers::jsonb, given.content_type, given.data
        from unnest(:parts::int[], :calls::int[], :types::text[], :keys::text[], :ids::text[], :sources::text[],
                    :subjects::text[], :schemas::text[], :headers::text[], :contentTypes::text[], :datas::bytea[])
          with ordinality as given (part_id, call, type, key, id, source, subject, schema, headers, content_type, data,
                                    place)
        order by given.place
        """);

    private static final Sql INLINE = Sql.of("""
        select off
        from howdah.log_append_inline(:parts::int[], :calls::int[], :types::text[], :keys::text[], :ids::text[],
                                      :sources::text[], :subjects::text[], :schemas::text[], :headers::text[],
                                      :contentTypes::text[], :datas::bytea[])
        """);

    private final Db db;

    /**
     * An event that knows where it goes.
     *
     * @param id its own, or one that was made for it
     * @param call which of several appends in one transaction it belongs to: each is a unit of its own; 0 for what the
     *     transaction does itself
     */
    record Addressed(NewEvent event, String id, Payload payload, int part, int partition, int call) {
        Addressed inCall(int number) {
            return new Addressed(event, id, payload, part, partition, number);
        }

        Appended at(OptionalLong offset) {
            return new Appended(id, partition, offset);
        }
    }

    AppendStore(Db db) {
        this.db = db;
    }

    AppendStore on(Db transaction) {
        return new AppendStore(transaction);
    }

    /** Leaves the offset to the sequencer. */
    List<Appended> append(List<Addressed> events) {
        var isAlone = events.size() == 1 && events.getFirst().call() == 0;
        (isAlone ? one(events.getFirst()) : bind(db.run(MANY), events)).update();
        return events.stream().map(event -> event.at(OptionalLong.empty())).toList();
    }

    /** Numbers at once; the counters of the partitions are locked until the transaction ends. */
    List<Appended> appendInline(List<Addressed> events) {
        var offsets = bind(db.run(INLINE), events).list(row -> row.number("off"));
        return IntStream.range(0, events.size())
                .mapToObj(place -> events.get(place).at(OptionalLong.of(offsets.get(place))))
                .toList();
    }

    private Query one(Addressed addressed) {
        var attributes = addressed.event().attributes();
        return db.run(ONE)
                .set("part", addressed.part())
                .set("type", addressed.event().type())
                .set("key", attributes.key())
                .set("id", addressed.id())
                .set("source", attributes.source())
                .set("subject", attributes.subject())
                .set("schema", attributes.schema())
                .set("headers", Headers.json(attributes.headers()))
                .set("contentType", addressed.payload().contentType())
                .set("data", addressed.payload().bytes());
    }

    private static Query bind(Query query, List<Addressed> events) {
        return query.set("parts", events.stream().mapToInt(Addressed::part).toArray())
                .set("calls", events.stream().mapToInt(Addressed::call).toArray())
                .set("types", texts(events, one -> one.event().type()))
                .set("keys", texts(events, one -> one.event().attributes().key()))
                .set("ids", texts(events, Addressed::id))
                .set("sources", texts(events, one -> one.event().attributes().source()))
                .set("subjects", texts(events, one -> one.event().attributes().subject()))
                .set("schemas", texts(events, one -> one.event().attributes().schema()))
                .set(
                        "headers",
                        texts(
                                events,
                                one -> Headers.json(one.event().attributes().headers())))
                .set("contentTypes", texts(events, one -> one.payload().contentType()))
                .set("datas", events.stream().map(one -> one.payload().bytes()).toArray(byte[][]::new));
    }

    private static @Nullable String[] texts(List<Addressed> events, Function<Addressed, @Nullable String> value) {
        var texts = new @Nullable String[events.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = value.apply(events.get(i));
        }
        return texts;
    }
}
