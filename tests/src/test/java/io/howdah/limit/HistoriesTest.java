// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Thousands of random histories of one key, made by the functions that judge, and judged here by definition: no bucket
 * gives more than it holds and refills in any stretch of time, no window more than its count in any period.
 */
@HowdahTest
class HistoriesTest {
    /** Of each history a policy, and what was taken when; leased tokens are used up to :slack later. */
    private static final String TABLES = """
        create table if not exists story (id int, counts bigint[], periods bigint[], slices int[]);
        create table if not exists taken (id int, at bigint, tokens bigint);
        truncate story, taken;
        """;

    /** Steps are often short and sometimes long, so that buckets are empty, partly filled and full. */
    private static final String JUDGED = """
        do $$
        declare
          p howdah.limit_policy;
          v howdah.limit_verdict;
          held bigint[];
          at bigint;
          cost int;
          ahead bigint;
          extra bigint;
          checks int;
        begin
          for id in 1 .. 2000 loop
            p.slack := case when id % 3 = 0 then (5 + floor(random() * 45)) * 1000000 else 0 end;
            p.counts := '{}';
            p.periods := '{}';
            p.slices := '{}';
            for i in 1 .. 1 + floor(random() * 3) loop
              p.counts := p.counts || (100 + floor(random() * 50))::bigint;
              p.periods := p.periods || (1000000000 + floor(random() * 5000000000))::bigint;
              p.slices := p.slices || case when random() < 0.5 then 0 when p.slack > 0 then 22 else 21 end;
            end loop;
            insert into story values (id, p.counts, p.periods, p.slices);
            held := null;
            at := 1700000000000000000 + floor(random() * 1000000000);
            for step in 1 .. 40 loop
              at := at + floor(random() ^ 6 * 3000000000)::bigint;
              cost := 1 + floor(random() ^ 2 * 40);
              ahead := case when random() < 0.1 and 0 = all (p.slices) then 500000000 else 0 end;
              extra := case when p.slack > 0 and ahead = 0 then floor(random() * 30) else 0 end;
              checks := case when ahead = 0 then 1 + floor(random() * 3) else 1 end;
              v := howdah.limit_judge(p, held, at, cost, checks, ahead, extra, 0);
              held := coalesce(v.state, held);
              if v.granted > 0 then
                insert into taken values (id, at + v.delay, v.granted * cost);
              end if;
              if v.extra > 0 then
                insert into taken values (id, at + v.delay + floor(random() * p.slack)::bigint, v.extra);
              end if;
            end loop;
          end loop;
        end
        $$
        """;

    /** The same with the table, the clock and refunds: what is given back was never used. */
    private static final String KEPT = """
        do $$
        declare
          policy int;
          cost int;
          v record;
          unused int;
          unused_at bigint;
        begin
          for n in 1 .. 200 loop
            policy := howdah.define_limit(
              'story ' || n % 5, array[20 + n % 5, 50], '{1 second, 5 seconds}', array[n % 2 = 0, n % 3 = 0]);
            insert into story select n, counts, periods, slices from howdah.limit_policy l where l.id = policy;
            unused := null;
            for step in 1 .. 40 loop
              update howdah_test.clock set shift = shift + random() ^ 6 * interval '2 seconds';
              cost := 1 + floor(random() ^ 2 * 15);
              select * into v
              from howdah.limit_take(policy, array['key ' || n], array[cost::bigint], '{1}', '{0}', '{0}', '{0}');
              if v.granted = 1 and unused is null and random() < 0.5 then
                unused := cost;
                unused_at := v.at;
              elsif v.granted = 1 then
                insert into taken values (n, v.at, cost);
              end if;
              if unused is not null and random() < 0.5 then
                perform howdah.limit_refund(policy, 'key ' || n, unused, unused_at);
                unused := null;
              end if;
              commit;
            end loop;
          end loop;
        end
        $$
        """;

    private final double seed = Math.random();
    private TestDatabase database;

    private record Taken(long at, long tokens) {}

    @BeforeEach
    void tables(TestDatabase database) {
        this.database = database;
        database.execute(TABLES);
    }

    @Test
    void never_more_is_granted_than_the_limits_allow_whenever_it_is_used() throws SQLException {
        tell(JUDGED);

        assertThat(exceeded(2_000)).as("seed " + seed).isEmpty();
    }

    @Test
    void never_more_is_used_than_the_limits_allow_whatever_is_given_back() throws SQLException {
        tell(KEPT);

        assertThat(exceeded(200)).as("seed " + seed).isEmpty();
    }

    /** Not in one transaction: the clock's row would gather thousands of versions. */
    private void tell(String stories) throws SQLException {
        try (var connection = database.connect();
                var statement = connection.createStatement()) {
            statement.execute("select setseed(" + seed + ")");
            statement.execute(stories);
        }
    }

    private List<String> exceeded(int histories) {
        Map<Integer, List<Taken>> taken = database.query("select id, at, tokens from taken order by at").stream()
                .collect(Collectors.groupingBy(
                        row -> (Integer) row.get(0),
                        Collectors.mapping(
                                row -> new Taken((Long) row.get(1), (Long) row.get(2)), Collectors.toList())));
        assertThat(taken).as("histories in which something was granted").hasSize(histories);
        var exceeded = new ArrayList<String>();
        var denied = 0;
        for (var row : database.query(
                "select id, n, counts[n], periods[n], slices[n] from story, " + "generate_subscripts(counts, 1) n")) {
            var limit = new Bandwidth((Long) row.get(2), Duration.ofNanos((Long) row.get(3)), (Integer) row.get(4) > 0);
            var most = fullest(taken.get((Integer) row.get(0)), limit);
            denied += most > limit.count() * 0.9 ? 1 : 0;
            if (most > limit.count()) {
                exceeded.add("history " + row.get(0) + " has " + most + " of " + limit);
            }
        }
        assertThat(denied).as("limits that were nearly reached").isGreaterThan(histories / 2);
        return exceeded;
    }

    /** The most of any stretch, less what a bucket refills in it. */
    private static long fullest(List<Taken> taken, Bandwidth limit) {
        var fullest = 0L;
        for (int from = 0; from < taken.size(); from++) {
            var sum = 0L;
            for (int to = from; to < taken.size(); to++) {
                var length = taken.get(to).at() - taken.get(from).at();
                if (limit.isWindow() && length >= limit.period().toNanos()) {
                    break;
                }
                sum += taken.get(to).tokens();
                fullest = Math.max(fullest, limit.isWindow() ? sum : sum - length / limit.tokenNanos());
            }
        }
        return fullest;
    }
}
