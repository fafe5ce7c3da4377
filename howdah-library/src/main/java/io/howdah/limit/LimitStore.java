// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.util.List;
import java.util.function.ToLongFunction;

/** The statements behind rate limits. */
final class LimitStore {
    private static final Sql DEFINE = Sql.of("""
        select howdah.limit_define(:name, :durable, :slack, :counts::bigint[], :periods::bigint[], :slices::int[]) as id
        """);

    private static final Sql TAKE = Sql.of("""
        select granted, extra, room, wait, delay, full_in, at
        from howdah.limit_take(:policy, :keys::text[], :costs::bigint[], :counts::int[], :aheads::bigint[],
                               :extras::bigint[], :useds::bigint[])
        """);

    private static final Sql REFUND = Sql.of("""
        select howdah.limit_refund(:policy, :key, :cost, :taken_at) as refunded
        """);

    private static final Sql RESET = Sql.of("""
        delete from howdah.limit_state
        where policy_id = :policy and key = :key and durable = :durable
        """);

    /** A stretch of the table, for there is no index on what changes with every check; the answer is how many went. */
    private static final Sql SWEEP_FAST = Sql.of("""
        delete from howdah.limit_state_fast
        where ctid = any (array(
          select ctid
          from howdah.limit_state_fast
          where ctid >= :first::text::tid and ctid < :last::text::tid
            and full_at <= (select howdah.limit_clock())
          for update skip locked))
        """);

    private static final Sql SWEEP_KEPT = Sql.of("""
        delete from howdah.limit_state_kept
        where ctid = any (array(
          select ctid
          from howdah.limit_state_kept
          where ctid >= :first::text::tid and ctid < :last::text::tid
            and full_at <= (select howdah.limit_clock())
          for update skip locked))
        """);

    private static final Sql PAGES = Sql.of("""
        select howdah.limit_pages() as pages
        """);

    private final Db db;

    LimitStore(Db db) {
        this.db = db;
    }

    int define(RateLimit policy) {
        var limits = policy.limits();
        var slack = policy.slackNanos();
        return db.run(DEFINE)
                .set("name", policy.name())
                .set("durable", policy.isDurable())
                .set("slack", slack)
                .set("counts", limits.stream().mapToLong(Bandwidth::count).toArray())
                .set(
                        "periods",
                        limits.stream()
                                .mapToLong(limit -> limit.period().toNanos())
                                .toArray())
                .set(
                        "slices",
                        limits.stream().mapToInt(limit -> limit.slices(slack)).toArray())
                .one(row -> row.integer("id"));
    }

    /** A verdict for each line. */
    List<Verdict> take(int policy, List<Line> lines) {
        return db.run(TAKE)
                .set("policy", policy)
                .set("keys", lines.stream().map(Line::key).toArray(String[]::new))
                .set("costs", numbers(lines, Line::cost))
                .set(
                        "counts",
                        lines.stream().mapToInt(line -> line.checks().size()).toArray())
                .set("aheads", numbers(lines, Line::aheadNanos))
                .set("extras", numbers(lines, Line::extra))
                .set("useds", numbers(lines, Line::used))
                .list(row -> new Verdict(
                        row.integer("granted"),
                        row.number("extra"),
                        row.number("room"),
                        row.number("wait"),
                        row.number("delay"),
                        row.number("full_in"),
                        row.number("at")));
    }

    private static long[] numbers(List<Line> lines, ToLongFunction<Line> number) {
        return lines.stream().mapToLong(number).toArray();
    }

    /** False when the key has all its tokens anyway. */
    boolean refund(int policy, String key, long cost, long takenAtNanos) {
        return db.run(REFUND)
                .set("policy", policy)
                .set("key", key)
                .set("cost", cost)
                .set("taken_at", takenAtNanos)
                .one(row -> row.bool("refunded"));
    }

    boolean reset(int policy, String key, boolean durable) {
        return db.run(RESET)
                        .set("policy", policy)
                        .set("key", key)
                        .set("durable", durable)
                        .update()
                == 1;
    }

    long pages() {
        return db.run(PAGES).one(row -> row.number("pages"));
    }

    /** Forgets the keys in these pages that have all their tokens. */
    long sweep(long firstPage, long pages) {
        var first = "(" + firstPage + ",0)";
        var last = "(" + (firstPage + pages) + ",0)";
        return db.run(SWEEP_FAST).set("first", first).set("last", last).update()
                + db.run(SWEEP_KEPT).set("first", first).set("last", last).update();
    }
}
