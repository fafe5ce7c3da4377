// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs of one workflow that end at the same moment in several processes. */
@HowdahTest
class WorkflowRaceTest {
    private static final JobType<String> WORK = JobType.of("work", String.class);

    private final List<String> did = Collections.synchronizedList(new ArrayList<>());
    private TestDatabase database;
    private Howdah howdah;
    private Workflows workflows;

    @BeforeEach
    void workflows(TestDatabase database) {
        this.database = database;
        this.howdah = database.howdah();
        this.workflows = howdah.jobs().workflows();
        howdah.jobs().handle(WORK, job -> did.add(job.payload()));
    }

    private Map<String, WorkflowNode.State> states(WorkflowId id) {
        return workflows.nodes(id).stream()
                .collect(Collectors.toMap(node -> node.name().orElseThrow(), WorkflowNode::state));
    }

    private WorkflowInfo.State state(WorkflowId id) {
        return workflows.find(id).orElseThrow().state();
    }

    @Test
    void a_wide_one_begins_its_last_job_once_with_several_processes() {
        var other = database.howdah();
        other.jobs().handle(WORK, job -> did.add(job.payload()));
        var builder = Workflow.of("wide").add("begin", WORK, "begin");
        var middle = new String[400];
        for (int i = 0; i < middle.length; i++) {
            middle[i] = "m" + i;
            builder.add(middle[i], WORK, middle[i], "begin");
        }
        var workflow = builder.add("end", WORK, "end", middle).build();
        howdah.start();
        other.start();

        var id = workflows.start(workflow);

        Await.within(Duration.ofSeconds(60)).until("it is done", () -> state(id) == WorkflowInfo.State.DONE);
        assertThat(did).hasSize(402).startsWith("begin").endsWith("end").doesNotHaveDuplicates();
    }

    @Test
    void two_ends_at_the_same_moment_start_what_comes_after_both_once() throws Exception {
        var id = workflows.start(Workflow.of("w")
                .add("a", WORK, "a")
                .add("b", WORK, "b")
                .add("d", WORK, "d", "a", "b")
                .build());
        var nodes = workflows.nodes(id);
        database.execute("insert into howdah.member (id, name, host, pid, version, beat_every, wakeups) values"
                + " ('00000000-0000-0000-0000-000000000001', 'm', 'h', 1, 'v', '5 s', '')");
        database.query("select * from howdah.work_claim(howdah.queue_id('default'), array(select id from howdah.kind),"
                + " array_fill(0::bigint, array[10]), 9, '00000000-0000-0000-0000-000000000001')");
        try (var first = database.connect();
                var second = database.connect()) {
            first.setAutoCommit(false);
            database.query("select howdah.work_done(array[" + nodes.get(0).job() + "], '{1}')");
            first.createStatement().execute("select howdah.flow_advance(0, 100)");
            database.query("select howdah.work_done(array[" + nodes.get(1).job() + "], '{1}')");
            var waiting = Thread.ofVirtual().start(() -> advance(second));
            Await.until(
                    "the second waits for the first",
                    () -> database.one(
                                    "select count(*) from pg_locks where locktype = 'advisory' and not granted",
                                    Long.class)
                            == 1);
            first.commit();
            waiting.join();
        }

        assertThat(states(id)).containsEntry("d", WorkflowNode.State.STARTED);
        assertThat(database.query("select id from howdah.work_ready"))
                .containsExactly(List.of(nodes.get(2).job().value()));
    }

    private static void advance(Connection connection) {
        try (var statement = connection.createStatement()) {
            statement.execute("select howdah.flow_advance(0, 100)");
        } catch (SQLException failure) {
            throw new AssertionError(failure);
        }
    }
}
