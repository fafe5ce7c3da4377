// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.job.JobState;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lists of jobs take short ways; what they show is what every single job says of itself. */
@HowdahTest
class JobListTest {
    private static final int JOBS = 500;

    /** Ends are in the partitions of their days, of which the last but one has none. */
    private static final List<String> RANDOM_JOBS = List.of(
            "select setseed(0.17)",
            "select howdah.queue_id(name), howdah.kind_id(name) from unnest(array['a', 'b', 'c']) name",
            """
            select howdah.work_partition('work_body', day, howdah.work_id_at(day::timestamp at time zone 'utc')::text,
                                         howdah.work_id_at((day + 1)::timestamp at time zone 'utc')::text),
                   howdah.work_partition('work_outcome', day, quote_literal(day::timestamp at time zone 'utc'),
                                         quote_literal((day + 1)::timestamp at time zone 'utc'))
            from unnest(array[current_date - 1, current_date - 3, current_date - 4]) as day
            """,
            """
            create temporary table random_job as
            select howdah.work_id_at(clock_timestamp() - random() * interval '4 days') + n as id,
                   'a'::text as queue, 'a'::text as kind, random() as fate, null::text as lane,
                   null::text as correlation
            from generate_series(1, %d) n
            """.formatted(JOBS),
            """
            update random_job
            set queue = (array['a', 'b', 'c'])[(1 + floor(random() * 3))::int],
                kind = (array['a', 'b'])[(1 + floor(random() * 2))::int],
                lane = case when random() < 0.3 then 'lane ' || floor(random() * 3) end,
                correlation = case when random() < 0.5 then 'order ' || floor(random() * 4) end
            """,
            """
            insert into howdah.work_body (id, queue_id, kind_id, priority, max_attempts, lane, correlation,
                                          content_type, payload)
            select id, howdah.queue_id(queue), howdah.kind_id(kind), 5, 3, lane, correlation, 'application/json', '{}'
            from random_job
            """,
            """
            insert into howdah.work_outcome (at, id, attempt, state, queue_id, kind_id)
            select least(howdah.work_time(id) + random() * interval '2 days', clock_timestamp()), id, 1,
                   (array['done', 'done', 'dead', 'discarded', 'cancelled'])[(1 + floor(fate * 2 * 5))::int],
                   howdah.queue_id(queue), howdah.kind_id(kind)
            from random_job
            where fate < 0.5
            """,
            """
            insert into howdah.work_outcome (at, id, attempt, state, queue_id, kind_id)
            select howdah.work_time(id), id, 1, 'retried', howdah.queue_id(queue), howdah.kind_id(kind)
            from random_job
            where fate between 0.5 and 0.6
            """,
            """
            insert into howdah.work_deferred (id, due_at, queue_id, priority, kind_id, flags, attempt)
            select id, now() + interval '1 day', howdah.queue_id(queue), 5, howdah.kind_id(kind), 0, 1
            from random_job
            where fate between 0.5 and 0.7
            """,
            """
            insert into howdah.work_lease (id, attempt, until, queue_id, priority, kind_id, flags, claimed_at)
            select id, 1, now() + interval '1 day', howdah.queue_id(queue), 5, howdah.kind_id(kind), 0, now()
            from random_job
            where fate between 0.7 and 0.8
            """,
            """
            insert into howdah.work_blocked (queue_id, lane, priority, seq, id, attempt, kind_id, flags)
            select howdah.queue_id(queue), lane, 5, howdah.work_next(), id, 0, howdah.kind_id(kind), 2
            from random_job
            where fate > 0.8 and lane is not null
            """,
            """
            insert into howdah.work_waiting (id, queue_id, priority, kind_id, flags)
            select id, howdah.queue_id(queue), 5, howdah.kind_id(kind), 0
            from random_job
            where fate > 0.9 and lane is null
            """);

    private final TestDatabase database;
    private final WebApplication application;

    JobListTest(TestDatabase database) {
        this.database = database;
        this.application = WebApplication.start(database);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void all_pages_of_a_list_together_have_what_matches_by_what_each_job_says_of_itself() throws Exception {
        try (var session = database.connect();
                var statement = session.createStatement()) {
            for (var sql : RANDOM_JOBS) {
                statement.execute(sql);
            }
        }
        var infos = infos();
        var states = Stream.concat(
                        Stream.of(""),
                        Stream.of(JobState.values()).map(state -> state.name().toLowerCase(Locale.ROOT)))
                .toList();
        for (var state : states) {
            for (var others : List.of(
                    List.of("", "", "", ""),
                    List.of("a", "", "", ""),
                    List.of("", "b", "", ""),
                    List.of("", "", "lane 1", ""),
                    List.of("", "", "", "order 2"),
                    List.of("b", "c", "", "order 1"),
                    List.of("nobody's", "", "", ""))) {
                var wanted = Stream.concat(Stream.of(state), others.stream()).toList();
                assertThat(pages(query(wanted)))
                        .as(wanted.toString())
                        .containsExactlyElementsOf(matching(infos, wanted));
            }
        }
        assertThat(pages("")).hasSize(JOBS);
    }

    private static String query(List<String> wanted) {
        var names = List.of("state", "type", "queue", "key", "correlation");
        return IntStream.range(0, names.size())
                .mapToObj(i -> "&" + names.get(i) + "=" + wanted.get(i).replace(" ", "%20"))
                .collect(Collectors.joining());
    }

    private List<String> pages(String query) {
        var ids = new ArrayList<String>();
        var next = "";
        do {
            var page = json(application.get("/api/v1/jobs?limit=53" + query + "&after=" + next));
            page.get("items").forEach(job -> ids.add(job.get("id").asString()));
            assertThat(page.has("stopped")).isFalse();
            next = page.path("next").asString("");
        } while (!next.isEmpty());
        return ids;
    }

    /** What each says of itself: id, state, type, queue, key, correlation; the newest first. */
    private List<List<@Nullable Object>> infos() {
        return database.query("""
                select id::text, state, type, queue, key, correlation
                from howdah.job_info(array(select id from howdah.work_body))
                order by id desc
                """);
    }

    private static List<String> matching(List<List<@Nullable Object>> infos, List<String> wanted) {
        return infos.stream()
                .filter(info -> IntStream.range(0, wanted.size())
                        .allMatch(i -> wanted.get(i).isEmpty() || wanted.get(i).equals(info.get(i + 1))))
                .map(info -> Objects.toString(info.getFirst()))
                .toList();
    }
}
