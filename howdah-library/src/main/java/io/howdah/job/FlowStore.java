// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.work.Work;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements behind workflows and batches. */
final class FlowStore {
    private static final Sql CREATE = Sql.of("""
        insert into howdah.job_flow (id, name, policy, correlation)
        values (howdah.work_id(howdah.work_next()), :name, :policy, :correlation)
        returning id
        """);

    private static final Sql ADD_NODES = Sql.of("""
        insert into howdah.job_node (id, flow_id, name, role, state)
        select node.id, :flow, node.name, node.role, node.state
        from unnest(:ids::bigint[], :names::text[], :roles::text[], :states::text[]) as node (id, name, role, state)
        """);

    private static final Sql ADD_EDGES = Sql.of("""
        insert into howdah.job_edge (flow_id, name, after)
        select :flow, edge.name, edge.after
        from unnest(:names::text[], :afters::text[]) as edge (name, after)
        """);

    private static final Sql ASK = Sql.of("select howdah.flow_ask(:flow, :what) as asked");

    private static final Sql JOIN = Sql.of("select howdah.flow_join(:member, :attempt, :ids) as answer");

    private static final Sql ADVANCE = Sql.of("""
        select last_seq, handled, coalesce(queues, '{}') as queues
        from howdah.flow_advance(:after, :most)
        """);

    private static final Sql FIND = Sql.of("""
        select flow.id, flow.name, flow.failed, flow.stopped, flow.ended_at, flow.correlation,
               howdah.work_time(flow.id) as started_at, counted.*
        from howdah.job_flow flow
        cross join lateral (
          select count(*) filter (where state = 'waiting') as waiting,
                 count(*) filter (where state = 'started') as started,
                 count(*) filter (where state = 'done') as done,
                 count(*) filter (where state = 'dead') as dead,
                 count(*) filter (where state = 'discarded') as discarded,
                 count(*) filter (where state = 'cancelled') as cancelled,
                 count(*) filter (where state = 'skipped') as skipped
          from howdah.job_node node
          where node.flow_id = flow.id
            and node.role = 'step'
        ) counted
        where flow.id = any (:ids)
        order by flow.id desc
        """);

    private static final Sql LATEST = Sql.of("""
        select id
        from howdah.job_flow
        where id < :before
        order by id desc
        limit :most
        """);

    private static final Sql FLOW_OF = Sql.of("select flow_id from howdah.job_node where id = :job");

    private static final Sql NODES = Sql.of("""
        select node.id, node.name, node.role, node.state, node.ended_at,
               array(select edge.after from howdah.job_edge edge
                     where edge.flow_id = node.flow_id and edge.name = node.name order by edge.after) as after
        from howdah.job_node node
        where node.flow_id = :flow
          and node.id > :after
        order by node.id
        limit :most
        """);

    private static final Sql RESULT = Sql.of("""
        select other.result, other.result_type
        from howdah.job_node mine
        join howdah.job_node other on other.flow_id = mine.flow_id and other.name = :name
        where mine.id = :job
        """);

    private final Db db;

    FlowStore(Db db) {
        this.db = db;
    }

    FlowStore on(Db transaction) {
        return new FlowStore(transaction);
    }

    Db transaction(Connection connection) {
        return db.on(connection);
    }

    <T> T inTransaction(Db.Work<T> work) {
        return db.tx(work);
    }

    long create(String name, String policy, @Nullable String correlation) {
        return db.run(CREATE)
                .set("name", name)
                .set("policy", policy)
                .set("correlation", correlation)
                .one(row -> row.number("id"));
    }

    void addNodes(long flow, List<Long> ids, List<FlowNode<?>> nodes) {
        db.run(ADD_NODES)
                .set("flow", flow)
                .set("ids", ids.stream().mapToLong(Long::longValue).toArray())
                .set("names", nodes.stream().map(FlowNode::name).toArray(String[]::new))
                .set("roles", nodes.stream().map(node -> lower(node.role())).toArray(String[]::new))
                .set(
                        "states",
                        nodes.stream()
                                .map(node -> node.waits() ? "waiting" : "started")
                                .toArray(String[]::new))
                .update();
    }

    void addEdges(long flow, List<String> names, List<String> afters) {
        db.run(ADD_EDGES)
                .set("flow", flow)
                .set("names", names.toArray(String[]::new))
                .set("afters", afters.toArray(String[]::new))
                .update();
    }

    /** Has something done to it soon: begin, stop or retry; false when it is not in a state for that. */
    boolean ask(long flow, String what) {
        return db.run(ASK).set("flow", flow).set("what", what).one(row -> row.bool("asked"));
    }

    /** Adds jobs to the batch of one that runs: ok, or lost, no-batch, stopped. */
    String join(Work member, List<Long> ids) {
        return db.run(JOIN)
                .set("member", member.id())
                .set("attempt", member.attempt())
                .set("ids", ids.stream().mapToLong(Long::longValue).toArray())
                .one(row -> row.string("answer"));
    }

    Advanced advance(long after, int most) {
        return db.run(ADVANCE)
                .set("after", after)
                .set("most", most)
                .one(row -> new Advanced(
                        Optional.ofNullable(row.numberOrNull("last_seq")),
                        row.integer("handled"),
                        row.strings("queues")));
    }

    Optional<WorkflowInfo> find(long id) {
        return db.run(FIND).set("ids", new long[] {id}).optional(FlowStore::info);
    }

    Optional<WorkflowInfo> flowOf(long job) {
        return db.run(FLOW_OF)
                .set("job", job)
                .optional(row -> row.number("flow_id"))
                .flatMap(this::find);
    }

    List<WorkflowInfo> latest(long before, int most) {
        var ids = db.run(LATEST).set("before", before).set("most", most).list(row -> row.number("id"));
        return db.run(FIND)
                .set("ids", ids.stream().mapToLong(Long::longValue).toArray())
                .list(FlowStore::info);
    }

    List<WorkflowNode> nodes(long flow, long after, int most) {
        return db.run(NODES)
                .set("flow", flow)
                .set("after", after)
                .set("most", most)
                .list(row -> new WorkflowNode(
                        Optional.ofNullable(row.stringOrNull("name")),
                        new JobId(row.number("id")),
                        WorkflowNode.Role.valueOf(row.string("role").toUpperCase(Locale.ROOT)),
                        WorkflowNode.State.valueOf(row.string("state").toUpperCase(Locale.ROOT)),
                        Optional.ofNullable(row.instantOrNull("ended_at")),
                        row.strings("after")));
    }

    /** The result of another node of a job's workflow; the outer one is empty when there is no such node. */
    Optional<Optional<Payload>> resultOf(long job, String node) {
        return db.run(RESULT).set("job", job).set("name", node).optional(row -> {
            var result = row.bytesOrNull("result");
            return result == null ? Optional.empty() : Optional.of(new Payload(result, row.string("result_type")));
        });
    }

    private static WorkflowInfo info(Row row) throws SQLException {
        var endedAt = row.instantOrNull("ended_at");
        return new WorkflowInfo(
                new WorkflowId(row.number("id")),
                row.string("name"),
                state(endedAt, row.bool("failed"), row.bool("stopped")),
                row.instant("started_at"),
                Optional.ofNullable(endedAt),
                Optional.ofNullable(row.stringOrNull("correlation")),
                new WorkflowInfo.Counts(
                        row.number("waiting"),
                        row.number("started"),
                        row.number("done"),
                        row.number("dead"),
                        row.number("discarded"),
                        row.number("cancelled"),
                        row.number("skipped")));
    }

    private static WorkflowInfo.State state(@Nullable Instant endedAt, boolean failed, boolean stopped) {
        if (endedAt == null) {
            return WorkflowInfo.State.RUNNING;
        }
        if (stopped) {
            return WorkflowInfo.State.CANCELLED;
        }
        return failed ? WorkflowInfo.State.FAILED : WorkflowInfo.State.DONE;
    }

    private static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }

    /**
     * What was acted upon.
     *
     * @param queues where something has become ready
     */
    record Advanced(Optional<Long> lastSeq, int handled, List<String> queues) {}
}
