// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import io.howdah.work.Cursor;
import io.howdah.work.NewWork;
import io.howdah.work.WorkEngine;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Graphs and batches of jobs: start them in your transaction, see where they stand, cancel them, try them again.
 * Thread-safe.
 *
 * <p>Each job of a workflow starts once, whoever dies: what a job's end means for the others is written down with that
 * end, and acted upon by whichever process looks first, one at a time.
 */
public final class Workflows {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final int MOST_EVENTS = 1_000;
    private static final int BATCH = 5_000;

    private final Db db;
    private final FlowStore store;
    private final FlowStore upkeep;
    private final Enqueuer enqueuer;
    private final WorkEngine engine;
    private final Cursor events = new Cursor(1);
    private final Loop loop = Loop.every(LOOK_EVERY, "workflows", this::advance);

    /** What is to be started, whether it was a workflow or a batch. */
    private record Plan(
            String name, String policy, @Nullable String correlation, List<FlowNode<?>> nodes) {}

    Workflows(Platform platform, FlowStore store, Enqueuer enqueuer) {
        this.db = platform.db();
        this.store = store;
        this.upkeep = new FlowStore(db.bounded());
        this.enqueuer = enqueuer;
        this.engine = enqueuer.engine();
        platform.wakeups().subscribe(WorkEngine.ENDED, loop::wake);
        platform.backgrounds().register(loop);
    }

    /** Starts a workflow in a transaction of its own. */
    public WorkflowId start(Workflow workflow) {
        var plan = new Plan(workflow.name(), workflow.policy(), workflow.correlation(), workflow.nodes());
        return enqueuer.starting(workflow.name(), () -> startNow(plan));
    }

    /** Starts a workflow in your transaction: nothing of it exists unless you commit. */
    public WorkflowId start(Connection transaction, Workflow workflow) {
        var plan = new Plan(workflow.name(), workflow.policy(), workflow.correlation(), workflow.nodes());
        return enqueuer.starting(workflow.name(), () -> startIn(transaction, plan));
    }

    /** Starts a batch in a transaction of its own. */
    public WorkflowId start(Batch batch) {
        var plan = new Plan(batch.name(), "continue", batch.correlation(), batch.nodes());
        return enqueuer.starting(batch.name(), () -> startNow(plan));
    }

    /** Starts a batch in your transaction: nothing of it exists unless you commit. */
    public WorkflowId start(Connection transaction, Batch batch) {
        var plan = new Plan(batch.name(), "continue", batch.correlation(), batch.nodes());
        return enqueuer.starting(batch.name(), () -> startIn(transaction, plan));
    }

    private WorkflowId startNow(Plan plan) {
        var works = works(plan);
        var id = db.tx(transaction -> start(transaction, plan, works));
        queues(works).forEach(engine::wake);
        loop.wake();
        return id;
    }

    private WorkflowId startIn(Connection connection, Plan plan) {
        var works = works(plan);
        var id = start(db.on(connection), plan, works);
        queues(works).forEach(engine::wakeSoon);
        return id;
    }

    private List<NewWork> works(Plan plan) {
        var correlated = enqueuer.correlated(plan.correlation());
        return plan.nodes().stream().map(node -> node.work(correlated)).toList();
    }

    private static Stream<String> queues(List<NewWork> works) {
        return works.stream().map(NewWork::queue).distinct();
    }

    private WorkflowId start(Db transaction, Plan plan, List<NewWork> works) {
        var flows = store.on(transaction);
        var flow = flows.create(plan.name(), plan.policy(), plan.correlation());
        var ids = engine.addAll(transaction, works);
        for (int from = 0; from < ids.size(); from += BATCH) {
            var to = Math.min(ids.size(), from + BATCH);
            flows.addNodes(flow, ids.subList(from, to), plan.nodes().subList(from, to));
        }
        var names = new ArrayList<String>();
        var afters = new ArrayList<String>();
        for (var node : plan.nodes()) {
            node.after().forEach(after -> {
                names.add(String.valueOf(node.name()));
                afters.add(after);
            });
        }
        if (!names.isEmpty()) {
            flows.addEdges(flow, names, afters);
        }
        if (plan.nodes().stream().allMatch(FlowNode::waits)) {
            // No end will ever be told, for there is nothing to end.
            flows.ask(flow, "begin");
        }
        return new WorkflowId(flow);
    }

    public Optional<WorkflowInfo> find(WorkflowId id) {
        return store.find(id.value());
    }

    /** The latest, workflows and batches; up to 1 000. */
    public List<WorkflowInfo> list(int limit) {
        return list(new WorkflowId(Long.MAX_VALUE), limit);
    }

    /** Those that were started before another; up to 1 000. */
    public List<WorkflowInfo> list(WorkflowId before, int limit) {
        Jobs.requireLimit(limit);
        return store.latest(before.value(), limit);
    }

    /** Its jobs and where they stand, the first 1 000. */
    public List<WorkflowNode> nodes(WorkflowId id) {
        return nodes(id, new JobId(0), 1_000);
    }

    /** Its jobs after another one, in the order in which they were added; up to 1 000. */
    public List<WorkflowNode> nodes(WorkflowId id, JobId after, int limit) {
        Jobs.requireLimit(limit);
        return store.nodes(id.value(), after.value(), limit);
    }

    /**
     * Cancels the whole: what waits never begins, also what was to come last, and what runs is interrupted. False when
     * it has ended or never was.
     */
    public boolean cancel(WorkflowId id) {
        return ask(id, "stop");
    }

    /**
     * Lets one that failed or was cancelled go on where it was: what is done stays done, and each other job that ended
     * is tried again as a new one. False when it is not such a one, or when jobs of it have been forgotten.
     */
    public boolean retry(WorkflowId id) {
        return ask(id, "retry");
    }

    private boolean ask(WorkflowId id, String what) {
        var asked = store.ask(id.value(), what);
        if (asked) {
            loop.wake();
        }
        return asked;
    }

    private Next advance() {
        var advanced = upkeep.advance(events.after()[0], MOST_EVENTS);
        advanced.lastSeq().ifPresent(seq -> events.passed(0, seq));
        events.done();
        advanced.queues().forEach(engine::wake);
        return advanced.handled() > 0 ? Next.NOW : Next.ON_INTERVAL;
    }
}
