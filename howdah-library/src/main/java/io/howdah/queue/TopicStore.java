// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Headers;
import io.howdah.internal.db.Sql;
import io.howdah.work.NewWork;
import io.howdah.work.Uniqueness;
import java.util.List;

/** The statements behind topics. */
final class TopicStore {
    private static final Sql BIND = Sql.of("select howdah.topic_bind(:pattern, :queue) as bound");

    private static final Sql UNBIND = Sql.of("""
        delete from howdah.topic_binding binding
        using howdah.queue queue
        where queue.id = binding.queue_id
          and queue.name = :queue
          and binding.pattern = :pattern
        """);

    private static final Sql LIST = Sql.of("""
        select binding.pattern, queue.name
        from howdah.topic_binding binding
        join howdah.queue queue on queue.id = binding.queue_id
        order by binding.pattern, queue.name
        limit :most
        """);

    private static final Sql ROUTE = Sql.of("""
        select queue.name
        from howdah.topic_queues(:topic) reached
        join howdah.queue queue on queue.id = reached
        order by queue.name
        """);

    private static final Sql PUBLISH = Sql.of("""
        select queue_id, queue, id
        from howdah.topic_publish(:topic, :priority, coalesce(:dueAt, howdah.now() + :wait::interval), :correlation,
                                  :trace, :dedupId, :dedupWindow, :group, :headers::jsonb, :contentType, :payload)
        """);

    private final Db db;

    TopicStore(Db db) {
        this.db = db;
    }

    TopicStore on(Db transaction) {
        return new TopicStore(transaction);
    }

    boolean bind(Binding binding) {
        return db.run(BIND)
                .set("pattern", binding.pattern())
                .set("queue", binding.queue())
                .one(row -> row.bool("bound"));
    }

    boolean unbind(Binding binding) {
        return db.run(UNBIND)
                        .set("pattern", binding.pattern())
                        .set("queue", binding.queue())
                        .update()
                == 1;
    }

    List<Binding> list(int most) {
        return db.run(LIST).set("most", most).list(row -> new Binding(row.string("pattern"), row.string("name")));
    }

    List<String> route(String topic) {
        return db.run(ROUTE).set("topic", topic).list(row -> row.string("name"));
    }

    /** @param message what is to be sent; its queue is of no importance */
    List<Published> publish(String topic, NewWork message) {
        return db.run(PUBLISH)
                .set("topic", topic)
                .set("priority", message.priority())
                .set("dueAt", message.dueAt())
                .set("wait", message.delay())
                .set("correlation", message.correlation())
                .set("trace", message.trace())
                .set("dedupId", message.uniqueness().map(Uniqueness::key).orElse(null))
                .set(
                        "dedupWindow",
                        message.uniqueness().flatMap(Uniqueness::period).orElse(null))
                .set("group", message.lane())
                .set("headers", Headers.json(message.headers()))
                .set("contentType", message.payload().contentType())
                .set("payload", message.payload().bytes())
                .list(row ->
                        new Published(row.integer("queue_id"), row.string("queue"), new MessageId(row.number("id"))));
    }

    /** A message that one of the queues has got. */
    record Published(int number, String queue, MessageId id) {}
}
