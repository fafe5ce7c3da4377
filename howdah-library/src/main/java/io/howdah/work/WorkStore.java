// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Headers;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The statements that claim work and end it. */
final class WorkStore {
    private static final Sql CLAIM = Sql.of("""
        select seq, id, attempt, kind_id, priority, max_attempts, timeout, correlation, trace, lane, flags, parent_id,
               headers, content_type, payload
        from howdah.work_claim(:queue, :kinds, :after, :most, :member, :hold, :bursts)
        """);

    /** What a row's flags say; those of the claim, which also knows what somebody does not want any more. */
    private static final int PLACED = 4 | 8;

    private static final int WATCHED = 16;
    private static final int UNWANTED = 32;

    private static final Sql ADMIT = Sql.of("""
        select last_seq, coalesce(more, false) as more, wait
        from howdah.work_admit(:queue, :kinds, :after, :inboxAfter, :most)
        """);

    /** Rare: only after a claim whose answer got lost. The table is as small as what runs. */
    private static final Sql HELD_BY = Sql.of("""
        select id, attempt
        from howdah.work_lease
        where member = :member
          and queue_id = :queue
          and id <> all (:known)
        """);

    private static final Sql HAND_BACK = Sql.of("""
        select id
        from howdah.work_end(:ids, :attempts, array_fill('handed-back'::text, array[cardinality(:ids::bigint[])]),
                             null, null, null, null) as id
        """);

    private static final Sql DONE = Sql.of("select howdah.work_done(:ids, :attempts) as unheld");

    private static final Sql END = Sql.of("""
        select id
        from howdah.work_end(:ids, :attempts, :states, :waits::interval[], :errors, :results,
                             :resultTypes, :members) as id
        """);

    /** For many who share a statement: not to be held up for long by somebody's open transaction. */
    private static final Sql DONE_SOON = Sql.of("select howdah.work_done_soon(:ids, :attempts) as unheld");

    private static final Sql END_SOON = Sql.of("""
        select id
        from howdah.work_end_soon(:ids, :attempts, :states, :waits::interval[], :errors, :results,
                                  :resultTypes, :members) as id
        """);

    private static final Sql UNLOCKED = Sql.of("select id from howdah.work_unlocked(:ids) as id");

    private static final Sql GONE = Sql.of("""
        select wanted.id
        from unnest(:ids::bigint[], :attempts::int[]) as wanted (id, attempt)
        where not exists (
            select from howdah.work_lease l where l.id = wanted.id and l.attempt = wanted.attempt)
        """);

    private static final Sql EXTEND = Sql.of("select id from howdah.work_extend(:ids, :attempts, :hold) as id");

    private static final Sql DONE_BEFORE = Sql.of("""
        select outcome.id
        from unnest(:ids::bigint[], :attempts::int[]) as wanted (id, attempt)
        join howdah.work_outcome outcome on outcome.id = wanted.id and outcome.attempt = wanted.attempt
        where outcome.state = 'done'
        """);

    private static final Sql ENDED_ALREADY = Sql.of("""
        select outcome.id
        from unnest(:ids::bigint[], :attempts::int[]) as wanted (id, attempt)
        join howdah.work_outcome outcome on outcome.id = wanted.id and outcome.attempt = wanted.attempt
        where outcome.state <> 'lost'
        """);

    private static final Comparator<Claimed> URGENT_FIRST =
            Comparator.<Claimed>comparingInt(row -> row.work().priority()).thenComparingLong(Claimed::seq);

    private final Db db;
    private final CatalogStore catalog;
    private final boolean patient;

    WorkStore(Db db, CatalogStore catalog) {
        this(db, catalog, false);
    }

    private WorkStore(Db db, CatalogStore catalog, boolean patient) {
        this.db = db;
        this.catalog = catalog;
        this.patient = patient;
    }

    /** In a transaction of somebody's own. */
    WorkStore on(Db transaction) {
        return new WorkStore(transaction, catalog, true);
    }

    /** The most urgent first, and of these the oldest. */
    List<Claimed> claim(String queue, Collection<String> kinds, long[] after, int most, Holder holder) {
        var bursts = holder.bursts();
        var rows = db.run(CLAIM)
                .set("queue", catalog.queue(queue))
                .set("kinds", numbers(kinds))
                .set("after", after)
                .set("most", most)
                .set("member", holder.member())
                .set("hold", holder.time())
                .set(
                        "bursts",
                        bursts.isEmpty() ? null : bursts.stream().map(Burst::id).toArray(UUID[]::new))
                .list(row -> new Claimed(row.number("seq"), work(queue, row, bursts)));
        return rows.stream().sorted(URGENT_FIRST).toList();
    }

    private Work work(String queue, Row row, List<Burst> bursts) throws SQLException {
        var id = row.number("id");
        var flags = row.integer("flags");
        var priority = row.integer("priority");
        var burst = bursts.isEmpty() || (flags & ~UNWANTED) != 0 ? null : bursts.get(priority);
        if (burst != null) {
            burst.add(id);
        }
        return new Work(
                id,
                row.integer("attempt"),
                row.integer("max_attempts"),
                queue,
                catalog.kindName(row.integer("kind_id")),
                priority,
                Optional.ofNullable(row.durationOrNull("timeout")),
                Optional.ofNullable(row.stringOrNull("correlation")),
                Optional.ofNullable(row.stringOrNull("trace")),
                Optional.ofNullable(row.stringOrNull("lane")),
                (flags & PLACED) != 0,
                (flags & WATCHED) != 0,
                Optional.ofNullable(row.numberOrNull("parent_id")),
                Headers.parse(row.stringOrNull("headers")),
                new Payload(row.bytes("payload"), row.string("content_type")),
                (flags & UNWANTED) != 0,
                burst);
    }

    /** Lets work in that waits for its key or its queue's limits. */
    Admission admit(String queue, Collection<String> kinds, long[] after, long inboxAfter, int most) {
        return db.run(ADMIT)
                .set("queue", catalog.queue(queue))
                .set("kinds", numbers(kinds))
                .set("after", after)
                .set("inboxAfter", inboxAfter)
                .set("most", most)
                .one(row -> new Admission(
                        Optional.ofNullable(row.numberOrNull("last_seq")),
                        row.bool("more"),
                        Optional.ofNullable(row.durationOrNull("wait"))));
    }

    private int[] numbers(Collection<String> kinds) {
        return kinds.stream().mapToInt(catalog::kind).toArray();
    }

    /** The ids of those that were still held; the others were changed in nothing. All of them, or none. */
    Set<Long> end(List<Ending> endings) {
        var bare = endings.stream().filter(Ending::isBare).toList();
        if (bare.isEmpty()) {
            return endLeased(endings);
        }
        return db.tx(transaction -> {
            part(transaction, bare);
            return new WorkStore(transaction, catalog, patient).endLeased(endings);
        });
    }

    private void part(Db transaction, List<Ending> bare) {
        var bursts = new BurstStore(transaction, catalog);
        if (patient) {
            bursts.part(bare);
        } else {
            bursts.partSoon(bare);
        }
    }

    private Set<Long> endLeased(List<Ending> endings) {
        var plain = new ArrayList<Ending>();
        var others = new ArrayList<Ending>();
        endings.forEach(ending -> (ending.end().equals(End.Done.PLAIN) ? plain : others).add(ending));
        if (!plain.isEmpty() && !others.isEmpty()) {
            return db.tx(transaction -> {
                var both = new WorkStore(transaction, catalog, patient);
                var held = both.endPlain(plain);
                held.addAll(both.endOthers(others));
                return held;
            });
        }
        return others.isEmpty() ? endPlain(plain) : new HashSet<>(endOthers(others));
    }

    Ended endAll(List<Ending> endings) {
        return new Ended(endings.stream().map(one -> one.fence().id()).collect(Collectors.toSet()), end(endings));
    }

    /**
     * Ends those of which nobody's open transaction holds anything. The others must wait, or were not held any more.
     */
    Ended endUnlocked(List<Ending> endings) {
        return db.tx(transaction -> {
            part(
                    transaction,
                    endings.stream()
                            .filter(one -> one.isBare() && !one.isTouched())
                            .toList());
            var unlocked = new HashSet<>(
                    transaction.run(UNLOCKED).set("ids", ids(endings)).list(row -> row.number("id")));
            var free = endings.stream()
                    .filter(one -> unlocked.contains(one.fence().id()))
                    .toList();
            return new Ended(unlocked, new WorkStore(transaction, catalog, patient).end(free));
        });
    }

    /** The same, where what nobody holds any more, for good, counts as tried. */
    Ended endUnlockedOrGone(List<Ending> endings) {
        var ended = endUnlocked(endings);
        var tried = new HashSet<>(ended.tried());
        tried.addAll(db.run(GONE)
                .set("ids", ids(endings))
                .set("attempts", attempts(endings))
                .list(row -> row.number("id")));
        return new Ended(tried, ended.held());
    }

    private Set<Long> endPlain(List<Ending> endings) {
        var held = endings.stream().map(one -> one.fence().id()).collect(Collectors.toCollection(HashSet::new));
        if (!endings.isEmpty()) {
            var unheld = db.run(patient ? DONE : DONE_SOON)
                    .set("ids", ids(endings))
                    .set("attempts", attempts(endings))
                    .one(row -> row.numbers("unheld"));
            unheld.forEach(held::remove);
        }
        return held;
    }

    private List<Long> endOthers(List<Ending> endings) {
        var states = new String[endings.size()];
        var waits = new @Nullable String[endings.size()];
        var errors = new @Nullable String[endings.size()];
        var results = new byte[endings.size()] @Nullable [];
        var resultTypes = new @Nullable String[endings.size()];
        var members = new @Nullable UUID[endings.size()];
        for (int i = 0; i < states.length; i++) {
            var end = endings.get(i).end();
            var pause = end.pause();
            states[i] = end.state();
            waits[i] = pause == null ? null : pause.toString();
            var reason = end.reason();
            // PostgreSQL's text cannot hold a NUL, and an exception's message may.
            errors[i] = reason == null ? null : reason.replace('\0', '\uFFFD');
            var answer = end.answer();
            results[i] = answer == null ? null : answer.bytes();
            resultTypes[i] = answer == null ? null : answer.contentType();
            members[i] = endings.get(i).member();
        }
        return db.run(patient ? END : END_SOON)
                .set("ids", ids(endings))
                .set("attempts", attempts(endings))
                .set("states", states)
                .set("waits", waits)
                .set("errors", errors)
                .set("results", results)
                .set("resultTypes", resultTypes)
                .set("members", members)
                .list(row -> row.number("id"));
    }

    /** Hands back what is leased to the member without its knowing; the answer is how many that were. */
    int handBackUnknown(String queue, UUID member, Collection<Long> known, Collection<UUID> bursts) {
        return db.tx(transaction -> {
            new BurstStore(transaction, catalog).settleUnknown(queue, member, bursts);
            var forgotten = transaction
                    .run(HELD_BY)
                    .set("member", member)
                    .set("queue", catalog.queue(queue))
                    .set("known", known.stream().mapToLong(Long::longValue).toArray())
                    .list(row -> new long[] {row.number("id"), row.number("attempt")});
            if (!forgotten.isEmpty()) {
                transaction
                        .run(HAND_BACK)
                        .set(
                                "ids",
                                forgotten.stream().mapToLong(pair -> pair[0]).toArray())
                        .set(
                                "attempts",
                                forgotten.stream()
                                        .mapToInt(pair -> (int) pair[1])
                                        .toArray())
                        .execute();
            }
            return forgotten.size();
        });
    }

    /** After an unknown outcome: which of these have been ended, so that it must have been by us. */
    List<Long> endedAlready(List<Ending> endings) {
        return db.run(ENDED_ALREADY)
                .set("ids", ids(endings))
                .set("attempts", attempts(endings))
                .list(row -> row.number("id"));
    }

    /** Those of which this very attempt was done some time before: whoever repeats itself has not lost anything. */
    List<Long> doneBefore(List<Ending> endings) {
        return db.run(DONE_BEFORE)
                .set("ids", ids(endings))
                .set("attempts", attempts(endings))
                .list(row -> row.number("id"));
    }

    /** Holds on to what is leased for a time; the answer is what was still held. */
    Set<Long> extend(List<Fence> fences, Duration hold) {
        return new HashSet<>(db.run(EXTEND)
                .set("ids", fences.stream().mapToLong(Fence::id).toArray())
                .set("attempts", fences.stream().mapToInt(Fence::attempt).toArray())
                .set("hold", hold)
                .list(row -> row.number("id")));
    }

    private static long[] ids(List<Ending> endings) {
        return endings.stream().mapToLong(ending -> ending.fence().id()).toArray();
    }

    private static int[] attempts(List<Ending> endings) {
        return endings.stream().mapToInt(ending -> ending.fence().attempt()).toArray();
    }

    /** A claimed row with its place in the order. */
    record Claimed(long seq, Work work) {}

    /**
     * What came of letting work in.
     *
     * @param lastSeq how far the inbox was read
     * @param more there may be more in the inbox
     * @param pause when the rate allows the next one
     */
    record Admission(Optional<Long> lastSeq, boolean more, Optional<Duration> pause) {}

    /**
     * What could be ended without waiting for anybody.
     *
     * @param held what of it was still held
     */
    record Ended(Set<Long> tried, Set<Long> held) {}
}
