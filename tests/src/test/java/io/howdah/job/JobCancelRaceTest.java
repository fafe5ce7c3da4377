// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Jobs are cancelled while two processes claim, try again and sweep them: each ends once, and nothing is left over. */
@HowdahTest
class JobCancelRaceTest {
    private static final JobType<Integer> FLAKY =
            JobType.of("flaky", Integer.class).retry(Retry.after(Duration.ofMillis(1), Duration.ofMillis(200)));
    private static final int JOBS = 1_500;

    private static final String NOT_ENDED_ONCE = """
        select body.id, count(o.id)
        from howdah.work_body body
        left join howdah.work_outcome o on o.id = body.id and o.state in ('done', 'dead', 'discarded', 'cancelled')
        group by body.id
        having count(o.id) <> 1
        """;

    private static final String LEFT_OVER = """
        select (select count(*) from howdah.work_ready) + (select count(*) from howdah.work_lease)
             + (select count(*) from howdah.work_deferred) + (select count(*) from howdah.work_blocked)
             + (select count(*) from howdah.work_inbox where id is not null) + (select count(*) from howdah.work_place)
             + (select count(*) from howdah.work_unique)
        """;

    @Test
    void each_ends_once_and_nothing_is_left_over(TestDatabase database) {
        var seed = System.nanoTime();
        var one = working(database);
        var other = working(database);
        var ids = Collections.synchronizedList(new ArrayList<JobId>());
        List<Callable<Boolean>> doing = List.of(
                () -> enqueue(one.jobs(), new Random(seed), ids),
                () -> cancel(one.jobs(), new Random(seed + 1), ids),
                () -> cancel(other.jobs(), new Random(seed + 2), ids));

        Together.run(doing);
        Await.within(Duration.ofSeconds(60))
                .until("all have ended, seed " + seed, () -> database.one(LEFT_OVER, Long.class) == 0);

        assertThat(database.query(NOT_ENDED_ONCE)).as("seed %d", seed).isEmpty();
        assertThat(database.one("select count(distinct state) from howdah.work_outcome", Long.class))
                .as("done, cancelled and tried again")
                .isGreaterThanOrEqualTo(3);
    }

    private static Howdah working(TestDatabase database) {
        var howdah = database.howdah();
        howdah.jobs().handle(FLAKY, job -> {
            if (job.attempt() == 1 && job.payload() % 3 == 0) {
                throw new IllegalStateException("not at first");
            }
        });
        howdah.start();
        return howdah;
    }

    /** Of all sorts: plain ones, ones with a key, unique ones, and later ones. */
    private static boolean enqueue(Jobs jobs, Random random, List<JobId> ids) {
        for (int i = 0; i < JOBS; i++) {
            var options = switch (random.nextInt(4)) {
                case 0 -> JobOptions.none().key("k" + random.nextInt(20));
                case 1 -> JobOptions.none().unique("u" + i, JobOptions.IfExists.REJECT);
                case 2 -> JobOptions.delayed(Duration.ofMillis(random.nextInt(100)));
                default -> JobOptions.none();
            };
            ids.add(jobs.enqueue(FLAKY, i, options));
        }
        return true;
    }

    private static boolean cancel(Jobs jobs, Random random, List<JobId> ids) {
        for (int done = 0; done < JOBS / 2; ) {
            if (!ids.isEmpty()) {
                jobs.cancel(ids.get(ids.size() - 1 - random.nextInt(Math.min(5, ids.size()))));
                done++;
            }
        }
        return true;
    }
}
