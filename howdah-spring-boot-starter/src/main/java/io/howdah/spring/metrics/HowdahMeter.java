// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import java.util.List;
import java.util.stream.Stream;

/** Every meter that there is. {@code docs/reference/metrics.md} says the same, and a test that it does. */
public enum HowdahMeter {
    VERSION("version", Type.GAUGE, Scope.PROCESS, "Always 1; the label says which version this process is", "version"),
    UP("up", Type.GAUGE, Scope.PROCESS, "1 while the database answers what this process asks for these figures"),
    SNAPSHOT_AGE("snapshot.age", Type.SECONDS, Scope.PROCESS, "Since this part of the figures was looked up", "part"),
    MEMBER_ALIVE("member.alive", Type.GAUGE, Scope.PROCESS, "1 while this process may take work"),
    WAKEUPS_LISTENING(
            "wakeups.listening",
            Type.GAUGE,
            Scope.PROCESS,
            "1 while this process is woken by NOTIFY, 0 while it polls"),
    MEMBERSHIPS_LOST(
            "memberships.lost", Type.COUNTER, Scope.PROCESS, "Times that this process was out of touch for too long"),
    ATTEMPTS(
            "attempts",
            Type.TIMER,
            Scope.PROCESS,
            "Attempts of jobs, messages and deliveries by handlers of this process",
            "queue",
            "kind",
            "outcome"),
    ATTEMPTS_LOST(
            "attempts.lost",
            Type.COUNTER,
            Scope.PROCESS,
            "Attempts that were somebody else's when they ended",
            "queue",
            "kind"),
    TAKEN("taken", Type.COUNTER, Scope.PROCESS, "Work that was taken by this process or through it", "queue"),
    SETTLED(
            "settled",
            Type.COUNTER,
            Scope.PROCESS,
            "Messages and claimed jobs that were ended through this process",
            "outcome"),
    GIVEN_BACK(
            "given.back", Type.COUNTER, Scope.PROCESS, "Work of dead processes that this one has given back", "queue"),
    LOG_EVENTS("log.events", Type.COUNTER, Scope.PROCESS, "Events that were handled here", "topic", "group"),
    LOG_BATCHES(
            "log.batches",
            Type.TIMER,
            Scope.PROCESS,
            "Batches of events by handlers here",
            "topic",
            "group",
            "outcome"),
    DELIVERIES("deliveries", Type.TIMER, Scope.PROCESS, "Notifications carried by this process", "channel", "result"),
    LIMIT_DECISIONS(
            "limit.decisions",
            Type.COUNTER,
            Scope.PROCESS,
            "What rate limits decided in this process",
            "policy",
            "outcome",
            "source"),
    LOCKS_LOST("locks.lost", Type.COUNTER, Scope.PROCESS, "Locks and leases of this process that were lost", "kind"),
    LOOPS("loops", Type.RUNS, Scope.PROCESS, "Runs of the background loops of this process", "loop"),
    LOOP_FAILURES("loop.failures", Type.COUNTER, Scope.PROCESS, "Runs of background loops that failed", "loop"),
    LOOPS_FAILING("loops.failing", Type.GAUGE, Scope.PROCESS, "Background loops whose last run failed"),

    MEMBERS("members", Type.GAUGE, Scope.ALL, "Processes that live"),
    QUEUE_READY("queue.ready", Type.GAUGE, Scope.ALL, "Work that could begin; counts stop at 10001", "queue"),
    QUEUE_RUNNING("queue.running", Type.GAUGE, Scope.ALL, "Work that somebody has", "queue"),
    QUEUE_DEFERRED("queue.deferred", Type.GAUGE, Scope.ALL, "Work that waits for its time", "queue"),
    QUEUE_BLOCKED("queue.blocked", Type.GAUGE, Scope.ALL, "Work behind other work of its key", "queue"),
    QUEUE_PAUSED("queue.paused", Type.GAUGE, Scope.ALL, "1 while the queue is paused", "queue"),
    QUEUE_OLDEST(
            "queue.oldest",
            Type.SECONDS,
            Scope.ALL,
            "Age of the oldest work that could begin; queues of dead letters have none",
            "queue"),
    LOG_LAG_EVENTS("log.lag.events", Type.GAUGE, Scope.ALL, "Events that a group has not handled", "topic", "group"),
    LOG_LAG("log.lag", Type.SECONDS, Scope.ALL, "For how long the oldest of them has waited", "topic", "group"),
    LOG_PARKED("log.parked", Type.GAUGE, Scope.ALL, "Units of events that were put aside", "topic", "group"),
    LOG_STOPPED("log.stopped", Type.GAUGE, Scope.ALL, "Partitions that stand still", "topic", "group"),
    LOG_UNCOMPACTED(
            "log.uncompacted",
            Type.GAUGE,
            Scope.ALL,
            "Events of a compacted topic that compaction has not looked at yet",
            "topic"),
    LOG_COMPACTION_HELD(
            "log.compaction.held",
            Type.GAUGE,
            Scope.ALL,
            "Partitions whose compaction has to wait for a protected group, or for a unit that was put aside",
            "topic"),
    DEAD(
            "dead",
            Type.GAUGE,
            Scope.ALL,
            "What has failed for good and waits for a person: jobs, messages, deliveries, malformed notifications",
            "of"),
    ENDPOINTS_DISABLED("endpoints.disabled", Type.GAUGE, Scope.ALL, "Webhook endpoints that are not delivered to"),
    ENDPOINTS_FAILING("endpoints.failing", Type.GAUGE, Scope.ALL, "Webhook endpoints whose last delivery failed"),
    APPROVALS_PENDING("approvals.pending", Type.GAUGE, Scope.ALL, "Requests that wait for a decision"),
    OLDEST_TRANSACTION(
            "database.oldest.transaction", Type.SECONDS, Scope.ALL, "How long the oldest transaction has been open"),
    CONNECTIONS("database.connections", Type.GAUGE, Scope.ALL, "Connections of clients to the server"),
    CONNECTIONS_MOST("database.connections.limit", Type.GAUGE, Scope.ALL, "How many there can be"),
    XID_AGE("database.xid.age", Type.GAUGE, Scope.ALL, "Transactions since the database was last frozen"),
    DEAD_ROWS("database.dead.rows", Type.GAUGE, Scope.ALL, "Rows for autovacuum to clean up", "table"),
    VACUUM_AGE("database.vacuum.age", Type.SECONDS, Scope.ALL, "Since the table was last vacuumed", "table"),
    DURABILITY(
            "durability",
            Type.GAUGE,
            Scope.ALL,
            "How safe a commit is: 0 at risk, 1 survives a crash, 2 survives the loss of a machine");

    /** What kind of figure it is. */
    public enum Type {
        GAUGE,
        /** A gauge of time. */
        SECONDS,
        COUNTER,
        /** Counts, sums, remembers the longest, and counts by length. */
        TIMER,
        /** Counts and sums. */
        RUNS
    }

    /** Of whom it tells. */
    public enum Scope {
        /** The process that is asked: add up. */
        PROCESS,
        /** All processes, the same whoever is asked: take the maximum. */
        ALL
    }

    private final String id;
    private final Type type;
    private final Scope scope;
    private final String help;

    @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
    private final List<String> labels;

    HowdahMeter(String name, Type type, Scope scope, String help, String... labels) {
        this.id = "howdah." + name;
        this.type = type;
        this.scope = scope;
        this.help = help;
        this.labels = List.of(labels);
    }

    /** Its name in Micrometer. */
    public String id() {
        return id;
    }

    public Type type() {
        return type;
    }

    public Scope scope() {
        return scope;
    }

    /** What it tells, in a sentence. */
    public String help() {
        return help;
    }

    public List<String> labels() {
        return labels;
    }

    /** The names that Prometheus has it by. */
    public List<String> prometheusNames() {
        var name = id.replace('.', '_');
        return switch (type) {
            case GAUGE -> List.of(name);
            case SECONDS -> List.of(name + "_seconds");
            case COUNTER -> List.of(name + "_total");
            case TIMER -> named(name + "_seconds", "_count", "_sum", "_max", "_bucket");
            case RUNS -> named(name + "_seconds", "_count", "_sum");
        };
    }

    private static List<String> named(String name, String... endings) {
        return Stream.of(endings).map(name::concat).toList();
    }
}
