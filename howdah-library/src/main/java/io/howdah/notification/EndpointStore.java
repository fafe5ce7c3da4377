// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The statements about endpoints. */
final class EndpointStore {
    /** What was there keeps its key, unless another is given; work that waits keeps its lane. */
    private static final Sql PUT = Sql.of("""
        insert into howdah.notification_endpoint as e (name, url, types, concurrency, timeout, rate, rate_period,
                                                       secret)
        values (:name, :url, :types, :concurrency, :timeout, :rate, :ratePeriod, coalesce(:given::bytea, :made))
        on conflict (name) do update
          set url = excluded.url, types = excluded.types, concurrency = excluded.concurrency,
              timeout = excluded.timeout, rate = excluded.rate, rate_period = excluded.rate_period,
              secret = coalesce(:given::bytea, e.secret)
        returning xmax = 0 as made
        """);

    private static final Sql SECRET = Sql.of("select secret from howdah.notification_endpoint where name = :name");

    private static final Sql ROTATE = Sql.of("""
        update howdah.notification_endpoint
        set old_secret = secret, old_until = howdah.now() + :overlap::interval, secret = :secret
        where name = :name
        """);

    private static final Sql DISABLE = Sql.of("select howdah.notification_disable(:name, :why) as disabled");

    private static final Sql ENABLE = Sql.of("""
        update howdah.notification_endpoint
        set disabled_at = null, disabled_why = null, failures = 0, failing_since = null, open_until = null
        where name = :name
          and disabled_at is not null
        """);

    private static final Sql REMOVE = Sql.of("delete from howdah.notification_endpoint where name = :name");

    private static final Sql LIST = Sql.of("""
        select name, url, types, concurrency, timeout, rate, rate_period, failures, failing_since, open_until,
               disabled_at, disabled_why
        from howdah.notification_endpoint
        where name > :after
          and (:only::text is null or name = :only)
        order by name
        limit :limit
        """);

    private final Db db;

    EndpointStore(Db db) {
        this.db = db;
    }

    /** Whether there was none of that name. */
    boolean put(Endpoint endpoint, byte[] made) {
        return db.run(PUT)
                .set("name", endpoint.name())
                .set("url", endpoint.url())
                .set("types", endpoint.types().toArray(String[]::new))
                .set("concurrency", endpoint.concurrency())
                .set("timeout", endpoint.timeout())
                .set("rate", endpoint.rate())
                .set("ratePeriod", endpoint.ratePeriod())
                .set("given", endpoint.secret())
                .set("made", made)
                .one(row -> row.bool("made"));
    }

    Optional<byte[]> secret(String name) {
        return db.run(SECRET).set("name", name).optional(row -> row.bytes("secret"));
    }

    boolean rotate(String name, byte[] secret, Duration overlap) {
        return db.run(ROTATE)
                        .set("name", name)
                        .set("secret", secret)
                        .set("overlap", overlap)
                        .update()
                == 1;
    }

    boolean disable(String name, String why) {
        return db.run(DISABLE).set("name", name).set("why", why).one(row -> row.stringOrNull("disabled") != null);
    }

    boolean enable(String name) {
        return db.run(ENABLE).set("name", name).update() == 1;
    }

    boolean remove(String name) {
        return db.run(REMOVE).set("name", name).update() == 1;
    }

    Optional<EndpointInfo> find(String name) {
        return db.run(LIST).set("after", "").set("only", name).set("limit", 1).optional(EndpointStore::info);
    }

    List<EndpointInfo> list(String after, int limit) {
        return db.run(LIST)
                .set("after", after)
                .set("only", null)
                .set("limit", limit)
                .list(EndpointStore::info);
    }

    private static EndpointInfo info(Row row) throws SQLException {
        return new EndpointInfo(
                row.string("name"),
                row.string("url"),
                row.strings("types"),
                row.integer("concurrency"),
                row.duration("timeout"),
                Optional.ofNullable(row.numberOrNull("rate")).map(Math::toIntExact),
                Optional.ofNullable(row.durationOrNull("rate_period")),
                row.integer("failures"),
                Optional.ofNullable(row.instantOrNull("failing_since")),
                Optional.ofNullable(row.instantOrNull("open_until")),
                Optional.ofNullable(row.instantOrNull("disabled_at")),
                Optional.ofNullable(row.stringOrNull("disabled_why")));
    }
}
