// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import static io.howdah.approval.ApprovalState.APPROVED;
import static io.howdah.approval.ApprovalState.EXPIRED;
import static io.howdah.approval.ApprovalState.PENDING;
import static io.howdah.approval.ApprovalState.REJECTED;
import static io.howdah.approval.ApprovalState.SUPERSEDED;
import static io.howdah.approval.ApprovalState.WITHDRAWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.approval.Ballot.Counted;
import io.howdah.approval.Ballot.Decided;
import io.howdah.approval.Ballot.TooLate;
import io.howdah.job.JobType;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.queue.QueueName;
import io.howdah.queue.ReceiveOptions;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class ApprovalsTest {
    private static final JobType<String> DEPLOY = JobType.of("deploy", String.class);
    private static final QueueName<String> NEWS = QueueName.of("news", String.class);
    private static final Topic DEPLOYMENTS = Topic.of("deployments");
    private static final ApprovalPolicy TWO_OF_SRE = ApprovalPolicy.of(2, Approvers.groups("sre"));
    private static final Voter ADA = Voter.of("ada", "sre");
    private static final Voter BOB = Voter.of("bob", "sre");

    private final List<String> started = new CopyOnWriteArrayList<>();
    private Howdah howdah;
    private Approvals approvals;

    @BeforeEach
    void approvals(Howdah howdah) {
        this.howdah = howdah;
        this.approvals = howdah.approvals();
        howdah.jobs().handle(DEPLOY, job -> started.add(job.payload()));
    }

    private static ApprovalRequest request(ApprovalPolicy policy) {
        return ApprovalRequest.of("deploy/shop", "carol", policy);
    }

    private ApprovalState state(ApprovalId id) {
        return approvals.find(id).orElseThrow().state();
    }

    @Test
    void as_many_as_the_rule_asks_for_approve_and_what_follows_is_started() {
        var id = approvals.request(request(TWO_OF_SRE).on(Occasion.APPROVED, DEPLOY, "shop"));

        assertThat(approvals.approve(id, ADA)).isEqualTo(new Counted(List.of(new RuleProgress("approvers", 2, 1))));
        howdah.drain();
        assertThat(started).isEmpty();
        assertThat(approvals.approve(id, BOB)).isEqualTo(new Decided(APPROVED));
        howdah.drain();

        assertThat(started).containsExactly("shop");
        assertThat(approvals.find(id).orElseThrow()).satisfies(approved -> {
            assertThat(approved.state()).isEqualTo(APPROVED);
            assertThat(approved.decidedBy()).contains("bob");
        });
        assertThat(approvals.history(id, 10).stream().map(ApprovalStep::action))
                .containsExactly("requested", "voted for", "voted for", "approved");
    }

    @Test
    void a_decision_sends_messages_and_appends_events_too(TestDatabase database) throws Exception {
        howdah.log().create(DEPLOYMENTS);
        var id = approvals.request(request(TWO_OF_SRE)
                .correlation("order-7")
                .on(Occasion.APPROVED, NEWS, "go")
                .on(
                        Occasion.APPROVED,
                        DEPLOYMENTS,
                        NewEvent.of("approved", "shop").key("shop").header("by", "sre"))
                .on(Occasion.REJECTED, NEWS, "stop"));
        approvals.approve(id, ADA);
        assertThat(database.one("select count(*) from howdah.work_body", Long.class))
                .isZero();

        approvals.approve(id, BOB);

        assertThat(howdah.messages().receive(NEWS, ReceiveOptions.upTo(10)))
                .singleElement()
                .satisfies(message -> assertThat(message.payload()).isEqualTo("go"));
        howdah.drain();
        assertThat(database.one(
                        "select type || ' ' || key || ' ' || (headers ->> 'by') from howdah.log_event", String.class))
                .isEqualTo("approved shop sre");
    }

    @Test
    void a_decision_that_cannot_do_what_follows_is_none(TestDatabase database) {
        var id = approvals.request(request(ApprovalPolicy.of(1, Approvers.groups("sre")))
                .on(Occasion.APPROVED, NEWS, "go")
                .on(Occasion.APPROVED, Topic.of("not-there"), NewEvent.of("approved", "shop")));

        assertThatThrownBy(() -> approvals.approve(id, ADA)).hasMessageContaining("not-there");

        assertThat(state(id)).isEqualTo(PENDING);
        assertThat(database.one("select count(*) from howdah.work_body", Long.class))
                .isZero();
    }

    @Test
    void a_rejection_is_a_veto_and_starts_its_own() {
        var id = approvals.request(
                request(TWO_OF_SRE).on(Occasion.APPROVED, DEPLOY, "shop").on(Occasion.REJECTED, DEPLOY, "not"));

        assertThat(approvals.reject(id, ADA, VoteOptions.none().comment("on a Friday?")))
                .isEqualTo(new Decided(REJECTED));
        howdah.drain();

        assertThat(started).containsExactly("not");
        assertThat(approvals.find(id).orElseThrow().reason()).contains("on a Friday?");
    }

    @Test
    void a_policy_may_ask_for_more_than_one_rejection() {
        var id = approvals.request(request(TWO_OF_SRE.rejectedAfter(2)));
        assertThat(approvals.reject(id, ADA, VoteOptions.none())).isInstanceOf(Counted.class);
        assertThat(approvals.reject(id, BOB, VoteOptions.none())).isEqualTo(new Decided(REJECTED));
    }

    @Test
    void whoever_asked_whoever_acts_for_him_and_outsiders_are_refused() {
        var id = approvals.request(request(TWO_OF_SRE).actingFor("dan"));
        approvals.delegate(Voter.of("carol", "sre"), "ada", Duration.ofDays(1));

        assertThatThrownBy(() -> approvals.approve(id, Voter.of("carol", "sre")))
                .isInstanceOf(NotEntitledException.class)
                .hasMessage("carol may not decide on approval " + id + ": carol has asked for it");
        assertThatThrownBy(() -> approvals.approve(id, Voter.of("dan", "sre")))
                .hasMessageContaining("dan has asked for it");
        assertThatThrownBy(() -> approvals.approve(id, ADA.onBehalfOf("carol")))
                .hasMessageContaining("carol has asked for it");
        assertThatThrownBy(() -> approvals.approve(id, ADA))
                .hasMessageContaining("the request is by carol, for whom that voter acts");
        assertThatThrownBy(() -> approvals.approve(id, Voter.of("eve", "sales")))
                .hasMessageContaining("none of its rules names that voter");

        assertThat(approvals.history(id, 10)).hasSize(1);
    }

    @Test
    void nobody_votes_twice_neither_himself_nor_by_a_delegate() {
        var id = approvals.request(request(TWO_OF_SRE));
        approvals.delegate(ADA, "frank", Duration.ofDays(1));
        approvals.approve(id, Voter.of("frank").onBehalfOf("ada"));

        assertThatThrownBy(() -> approvals.approve(id, ADA))
                .isInstanceOf(VotedAlreadyException.class)
                .hasMessageStartingWith("ada has voted on approval " + id + " already");
        assertThatThrownBy(() -> approvals.reject(id, Voter.of("frank", "sre"), VoteOptions.none()))
                .isInstanceOf(VotedAlreadyException.class);
    }

    @Test
    void a_delegate_votes_for_a_time_with_the_rights_of_whom_he_acts_for(TestClock clock) {
        var id = approvals.request(request(TWO_OF_SRE));
        approvals.delegate(ADA, "frank", Duration.ofHours(1));
        clock.advance(Duration.ofHours(2));
        assertThatThrownBy(() -> approvals.approve(id, Voter.of("frank").onBehalfOf("ada")))
                .hasMessageContaining("ada has not delegated that, or not for now");

        approvals.delegate(ADA, "frank", Duration.ofHours(1));
        assertThat(approvals.approve(id, Voter.of("frank").onBehalfOf("ada"))).isInstanceOf(Counted.class);
        assertThat(approvals.revoke("ada", "frank")).isTrue();
        assertThat(approvals.revoke("ada", "frank")).isFalse();
        assertThat(approvals.history(id, 10).getLast().actingFor()).contains("ada");
    }

    @Test
    void a_vote_counts_for_every_rule_unless_voters_must_be_distinct() {
        var sre = new ApprovalRule("sre", 1, Approvers.groups("sre"));
        var owner = new ApprovalRule("owner", 1, Approvers.people("ada"));

        var shared = approvals.request(request(ApprovalPolicy.of(sre, owner)));
        assertThat(approvals.approve(shared, ADA)).isEqualTo(new Decided(APPROVED));

        var distinct = approvals.request(request(ApprovalPolicy.of(sre, owner).withDistinctVoters()));
        assertThat(approvals.approve(distinct, ADA)).isInstanceOf(Counted.class);
        assertThat(approvals.approve(distinct, BOB))
                .as("ada is moved to the rule that only she satisfies")
                .isEqualTo(new Decided(APPROVED));
    }

    @Test
    void what_nobody_decides_in_time_has_expired_whoever_looks_first(TestClock clock) {
        var id = approvals.request(
                request(TWO_OF_SRE.expiresAfter(Duration.ofHours(1))).on(Occasion.EXPIRED, DEPLOY, "too late"));
        clock.advance(Duration.ofHours(1));

        assertThat(state(id)).isEqualTo(EXPIRED);
        assertThat(approvals.waitingFor(ADA, 10)).isEmpty();
        assertThat(approvals.list(ApprovalFilter.all().state(PENDING), 10)).isEmpty();
        assertThat(approvals.list(ApprovalFilter.all().state(EXPIRED), 10))
                .extracting(Approval::id)
                .containsExactly(id);
        assertThat(approvals.approve(id, ADA)).isInstanceOf(TooLate.class);
        assertThat(started).as("nobody has announced it yet").isEmpty();

        howdah.start();
        Await.within(Duration.ofSeconds(30)).until("it is announced", () -> started.contains("too late"));
        assertThat(started).containsExactly("too late");
        assertThat(approvals.list(ApprovalFilter.all().state(EXPIRED), 10))
                .extracting(Approval::id)
                .containsExactly(id);
    }

    @Test
    void a_vote_on_something_that_has_changed_does_not_count_and_earlier_ones_are_void() {
        var id = approvals.request(request(TWO_OF_SRE).digest("sha256:one"));
        approvals.approve(id, ADA, VoteOptions.none().seen("sha256:one"));

        approvals.revise(id, "carol", "sha256:two");

        assertThat(approvals.approve(id, BOB, VoteOptions.none().seen("sha256:one")))
                .isInstanceOf(Ballot.Changed.class);
        assertThat(approvals.approve(id, BOB, VoteOptions.none().seen("sha256:two")))
                .isEqualTo(new Counted(List.of(new RuleProgress("approvers", 2, 1))));
        assertThat(approvals.approve(id, ADA)).as("ada may vote anew").isEqualTo(new Decided(APPROVED));
    }

    @Test
    void a_newer_request_supersedes_older_ones_for_its_subject() {
        var older = approvals.request(request(TWO_OF_SRE).on(Occasion.SUPERSEDED, DEPLOY, "never mind"));
        var other = approvals.request(ApprovalRequest.of("deploy/other", "carol", TWO_OF_SRE));

        approvals.request(request(TWO_OF_SRE).supersedesOlder());
        howdah.drain();

        assertThat(state(older)).isEqualTo(SUPERSEDED);
        assertThat(state(other)).isEqualTo(PENDING);
        assertThat(started).containsExactly("never mind");
    }

    @Test
    void only_whoever_asked_withdraws() {
        var id = approvals.request(request(TWO_OF_SRE));
        assertThatThrownBy(() -> approvals.withdraw(id, "ada", "no need"))
                .hasMessageContaining("only carol may withdraw it");
        assertThat(approvals.withdraw(id, "carol", "no need")).isEqualTo(new Decided(WITHDRAWN));
        assertThat(approvals.approve(id, ADA)).isInstanceOf(TooLate.class);
    }

    @Test
    void in_an_emergency_one_who_may_approves_alone_and_says_why() {
        var id = approvals.request(request(TWO_OF_SRE.breakGlass(Approvers.groups("on-call"))));
        assertThatThrownBy(() -> approvals.breakGlass(id, ADA, "the shop is down"))
                .hasMessageContaining("may not approve alone");

        assertThat(approvals.breakGlass(id, Voter.of("gus", "on-call"), "the shop is down"))
                .isEqualTo(new Decided(APPROVED));

        assertThat(approvals.history(id, 10).stream().map(ApprovalStep::action))
                .containsExactly("requested", "glass broken", "approved");
    }

    @Test
    void not_even_in_an_emergency_does_whoever_asked_approve_nor_who_votes_for_him() {
        var onCall = Approvers.groups("on-call");
        var id = approvals.request(request(TWO_OF_SRE.breakGlass(onCall)).actingFor("dan"));
        approvals.delegate(Voter.of("carol", "sre"), "eve", Duration.ofDays(1));

        for (var name : List.of("carol", "dan", "eve")) {
            assertThatThrownBy(() -> approvals.breakGlass(id, Voter.of(name, "on-call"), "the shop is down"))
                    .as(name)
                    .isInstanceOf(NotEntitledException.class);
        }

        assertThat(state(id)).isEqualTo(ApprovalState.PENDING);
    }

    @Test
    void people_are_reminded_and_others_may_decide_when_it_takes_too_long(TestClock clock) {
        var id = approvals.request(request(TWO_OF_SRE
                        .remindEvery(Duration.ofHours(4))
                        .escalateAfter(Duration.ofHours(10), Approvers.people("helen")))
                .on(Occasion.REMINDED, DEPLOY, "remember")
                .on(Occasion.ESCALATED, DEPLOY, "helen"));
        var helen = Voter.of("helen");
        assertThatThrownBy(() -> approvals.approve(id, helen)).isInstanceOf(NotEntitledException.class);

        clock.advance(Duration.ofHours(5));
        howdah.drain();
        assertThat(started).containsExactly("remember");
        clock.advance(Duration.ofHours(6));
        howdah.drain();
        assertThat(started).contains("helen");

        assertThat(approvals.waitingFor(helen, 10)).extracting(Approval::id).containsExactly(id);
        approvals.approve(id, helen);
        assertThat(approvals.approve(id, ADA)).isEqualTo(new Decided(APPROVED));
    }

    @Test
    void one_finds_what_waits_for_one_and_what_one_looks_for() {
        var mine = approvals.request(
                request(TWO_OF_SRE).label("environment", "production").correlation("order-7"));
        approvals.request(ApprovalRequest.of("other", "ada", TWO_OF_SRE));
        var voted = approvals.request(request(TWO_OF_SRE));
        approvals.approve(voted, ADA);

        assertThat(approvals.waitingFor(ADA, 10)).extracting(Approval::id).containsExactly(mine);
        assertThat(approvals.list(ApprovalFilter.all().labels(Map.of("environment", "production")), 10))
                .singleElement()
                .satisfies(found -> assertThat(found.labels()).containsEntry("environment", "production"));
        assertThat(approvals.list(ApprovalFilter.all().requester("ada"), 10)).hasSize(1);
        assertThat(approvals.list(ApprovalFilter.all().correlation("order-7"), 10))
                .hasSize(1);
        assertThat(approvals.list(ApprovalFilter.all().before(voted), 10)).hasSize(2);
    }

    @Test
    void a_request_is_made_in_the_callers_transaction(TestDatabase database) throws Exception {
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            approvals.request(connection, request(TWO_OF_SRE));
            connection.rollback();
            assertThat(approvals.list(ApprovalFilter.all(), 10)).isEmpty();
            approvals.request(connection, request(TWO_OF_SRE).details(Map.of("version", "1.2")));
            connection.commit();
        }
        assertThat(approvals.list(ApprovalFilter.all(), 10))
                .singleElement()
                .satisfies(found -> assertThat(
                                new String(found.details().orElseThrow().bytes(), StandardCharsets.UTF_8))
                        .isEqualTo("{\"version\":\"1.2\"}"));
    }

    @Test
    void what_was_decided_is_kept_for_as_long_as_was_said_and_what_waits_longer(TestClock clock) {
        approvals.keep(Duration.ofDays(30));
        var decided = approvals.request(request(TWO_OF_SRE));
        approvals.reject(decided, ADA, VoteOptions.none());
        var waiting = approvals.request(request(TWO_OF_SRE.expiresAfter(Duration.ofDays(60))));

        clock.advance(Duration.ofDays(29));
        howdah.drain();
        assertThat(approvals.find(decided)).isPresent();
        clock.advance(Duration.ofDays(2));
        howdah.drain();

        assertThat(approvals.find(decided)).isEmpty();
        assertThat(approvals.history(decided, 10)).isEmpty();
        assertThat(state(waiting)).isEqualTo(PENDING);
        assertThatThrownBy(() -> approvals.keep(Duration.ZERO)).hasMessageContaining("a minute at least");
    }

    @Test
    void a_request_can_be_made_from_sql(TestDatabase database) {
        var id = new ApprovalId(database.one("""
                select howdah.request_approval('deploy/shop', 'carol',
                  '[{"name": "sre", "needed": 1, "groups": ["sre"]}]',
                  continuations => '[{"on": "approved", "kind": "deploy", "payload": "from sql"}]')
                """, Long.class));

        assertThat(approvals.approve(id, ADA)).isEqualTo(new Decided(APPROVED));
        howdah.drain();

        assertThat(started).containsExactly("from sql");
        assertThatThrownBy(() -> database.query("select howdah.request_approval('x', 'carol', '[]')"))
                .hasMessageContaining("at least one rule");
    }

    @Test
    void bad_input_is_named() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ApprovalPolicy.of(3, Approvers.people("ada", "bob")))
                .withMessage("rule approvers can never hold: it needs 3 of 2 people");
        assertThatIllegalArgumentException().isThrownBy(() -> ApprovalPolicy.of(1, new Approvers(Set.of(), Set.of())));
        assertThatIllegalArgumentException().isThrownBy(() -> TWO_OF_SRE.expiresAfter(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> ApprovalRequest.of("", "carol", TWO_OF_SRE));
        assertThatIllegalArgumentException().isThrownBy(() -> Voter.of("a\nb"));
        assertThatIllegalArgumentException().isThrownBy(() -> approvals.list(ApprovalFilter.all(), 0));
        assertThatThrownBy(() -> approvals.approve(new ApprovalId(-1), ADA))
                .isInstanceOf(UnknownApprovalException.class);
    }
}
