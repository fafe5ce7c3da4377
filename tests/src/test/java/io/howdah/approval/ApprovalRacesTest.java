// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.DatabaseException;
import io.howdah.Howdah;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.job.JobType;
import io.howdah.test.HowdahTest;
import io.howdah.test.TcpProxy;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Several who decide at once, connections that break, and histories that somebody has changed. */
@HowdahTest
class ApprovalRacesTest {
    private static final JobType<String> DEPLOY = JobType.of("deploy", String.class);

    private static ApprovalRequest request() {
        return ApprovalRequest.of("deploy/shop", "carol", ApprovalPolicy.of(1, Approvers.groups("sre")))
                .on(Occasion.APPROVED, DEPLOY, "go")
                .on(Occasion.REJECTED, DEPLOY, "stop");
    }

    @Test
    void of_two_replicas_that_decide_at_once_one_decides_and_the_other_is_told(TestDatabase database) {
        var one = database.howdah().approvals();
        var other = database.howdah().approvals();
        for (int round = 0; round < 20; round++) {
            var id = one.request(request());
            var ballots = Together.run(List.<Callable<Ballot>>of(
                    () -> one.approve(id, Voter.of("ada", "sre")),
                    () -> other.reject(id, Voter.of("bob", "sre"), VoteOptions.none())));

            assertThat(ballots).filteredOn(Ballot.Decided.class::isInstance).hasSize(1);
            assertThat(ballots)
                    .filteredOn(Ballot.TooLate.class::isInstance)
                    .singleElement()
                    .satisfies(late -> assertThat(
                                    ((Ballot.TooLate) late).approval().state())
                            .isEqualTo(one.find(id).orElseThrow().state()));
        }
        assertThat(database.one("select count(*) from howdah.work_body", Long.class))
                .isEqualTo(20);
    }

    @Test
    void as_many_at_once_as_there_are_voters_are_counted_exactly(TestDatabase database) {
        var approvals = database.howdah().approvals();
        var id = approvals.request(ApprovalRequest.of("x", "carol", ApprovalPolicy.of(12, Approvers.groups("sre"))));
        var voters = new ArrayList<Callable<Ballot>>();
        IntStream.range(0, 12).forEach(i -> voters.add(() -> approvals.approve(id, Voter.of("voter" + i, "sre"))));

        var ballots = Together.run(voters);

        assertThat(ballots).filteredOn(Ballot.Decided.class::isInstance).hasSize(1);
        assertThat(approvals.find(id).orElseThrow().state()).isEqualTo(ApprovalState.APPROVED);
    }

    @Test
    void a_decision_and_what_it_starts_are_both_there_or_neither_wherever_the_connection_breaks(TestDatabase database)
            throws Exception {
        var plain = database.howdah().approvals();
        try (var proxy = database.proxy()) {
            for (var reply : List.of("BEGIN", "SELECT", "INSERT", "UPDATE", "COMMIT")) {
                var id = plain.request(request());
                try (var cut = Howdah.open(database.through(proxy))) {
                    breakAfter(proxy, reply, () -> cut.approvals().approve(id, Voter.of("ada", "sre")));
                }
                var approved = plain.find(id).orElseThrow().state() == ApprovalState.APPROVED;
                assertThat(database.one(
                                "select count(*) from howdah.work_body where kind_id ="
                                        + " (select id from howdah.kind where name = 'deploy')",
                                Long.class))
                        .as("started, when broken after reply " + reply)
                        .isEqualTo(approved ? 1 : 0);
                assertThat(plain.tamperedStep(id)).isEmpty();
                database.execute("delete from howdah.work_body; delete from howdah.work_ready");
            }
        }
    }

    private static void breakAfter(TcpProxy proxy, String reply, Runnable work) {
        proxy.cutOnReply(reply);
        try {
            work.run();
        } catch (DatabaseException broken) {
            assertThat(broken).isNotNull();
        } finally {
            proxy.cut();
        }
    }

    @Test
    void a_history_that_was_changed_is_found_out(TestDatabase database) {
        var approvals = database.howdah().approvals();
        var id = approvals.request(request());
        approvals.comment(id, "ada", "looks good");
        approvals.approve(id, Voter.of("ada", "sre"));
        assertThat(approvals.tamperedStep(id)).isEmpty();

        assertThatThrownBy(() -> database.execute("update howdah.approval_step set actor = 'eve'"))
                .hasMessageContaining("the history of a decision is only added to");
        assertThatThrownBy(() -> database.execute("delete from howdah.approval_step"))
                .hasMessageContaining("is kept as it is");

        withoutTrigger(database, "update howdah.approval_step set comment = 'looks bad' where number = 2");
        assertThat(approvals.tamperedStep(id)).contains(2);
        withoutTrigger(database, "update howdah.approval_step set comment = 'looks good' where number = 2");
        assertThat(approvals.tamperedStep(id)).isEmpty();
        withoutTrigger(database, "delete from howdah.approval_step where number = 4");
        assertThat(approvals.tamperedStep(id)).contains(0);
        withoutTrigger(database, """
                insert into howdah.approval_step select approval_id, 4, at, 'approved', 'eve', null, null, seal
                from howdah.approval_step where number = 3
                """);
        assertThat(approvals.tamperedStep(id)).contains(4);
    }

    @Test
    void old_requests_are_forgotten_with_their_history_and_pending_ones_are_not(TestDatabase database) {
        var approvals = database.howdah().approvals();
        var decided = approvals.request(request());
        approvals.approve(decided, Voter.of("ada", "sre"));
        var pending = approvals.request(request());
        var store = new ApprovalClockStore(Db.of(database.dataSource(), SchemaName.DEFAULT));

        assertThat(store.forget(Duration.ofDays(1), 10)).isZero();
        assertThat(store.forget(Duration.ZERO, 10)).isEqualTo(1);

        assertThat(approvals.find(decided)).isEmpty();
        assertThat(approvals.find(pending)).isPresent();
        assertThat(database.one("select count(*) from howdah.approval_step", Long.class))
                .isEqualTo(1);
    }

    private static void withoutTrigger(TestDatabase database, String sql) {
        database.execute("alter table howdah.approval_step disable trigger all; " + sql
                + "; alter table howdah.approval_step enable trigger all");
    }
}
