// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class ApprovalClockTest {
    /** More than a round of the clock looks at. */
    private static final int MANY = 45;

    private static final JobType<String> NOTE = JobType.of("note", String.class);
    private static final Topic NOT_THERE = Topic.of("not-there");
    private static final ApprovalPolicy SIX_HOURS =
            ApprovalPolicy.of(1, Approvers.people("zoe")).expiresAfter(Duration.ofHours(6));

    private final List<String> noted = new CopyOnWriteArrayList<>();
    private Howdah howdah;
    private Approvals approvals;

    @BeforeEach
    void approvals(Howdah howdah) {
        this.howdah = howdah;
        this.approvals = howdah.approvals();
        howdah.jobs().handle(NOTE, job -> noted.add(job.payload()));
    }

    @Test
    void requests_of_which_what_follows_cannot_be_done_hold_nobody_else_back(TestClock clock, TestDatabase database) {
        var stuck = IntStream.range(0, MANY)
                .mapToObj(i -> approvals.request(poisoned("bad/" + i, SIX_HOURS, Occasion.EXPIRED)))
                .toList();
        var good = approvals.request(
                ApprovalRequest.of("good", "carol", SIX_HOURS).on(Occasion.EXPIRED, NOTE, "good has expired"));

        clock.advance(Duration.ofHours(7));
        howdah.drain();

        assertThat(noted).containsExactly("good has expired");
        assertThat(actions(good)).containsExactly("requested", "expired");
        assertThat(approvals.stuck(100)).extracting(Approval::id).containsExactlyElementsOf(stuck);
        assertThat(approvals.find(stuck.getFirst()).orElseThrow()).satisfies(one -> {
            assertThat(one.state()).isEqualTo(ApprovalState.EXPIRED);
            assertThat(one.stuck().orElseThrow().because()).contains("not-there");
            assertThat(one.stuck().orElseThrow().times()).isEqualTo(1);
        });
        assertThat(actions(stuck.getFirst())).containsExactly("requested");

        howdah.log().create(NOT_THERE);
        clock.advance(Duration.ofSeconds(6));
        howdah.drain();

        assertThat(approvals.stuck(100)).isEmpty();
        assertThat(stuck).allSatisfy(id -> assertThat(actions(id)).containsExactly("requested", "expired"));
        assertThat(database.one("select count(*) from howdah.log_event", Long.class))
                .isEqualTo(MANY);
    }

    @Test
    void what_cannot_be_done_is_tried_ever_more_seldom(TestClock clock) {
        var id = approvals.request(poisoned("bad", SIX_HOURS, Occasion.EXPIRED));
        clock.advance(Duration.ofHours(7));
        howdah.drain();

        for (int i = 0; i < 12; i++) {
            clock.advance(Duration.ofSeconds(301));
            howdah.drain();
        }

        var stuck = approvals.find(id).orElseThrow().stuck().orElseThrow();
        assertThat(stuck.times()).isEqualTo(13);
        assertThat(stuck.until())
                .isBetween(clock.now().plusSeconds(240), clock.now().plusSeconds(300));
    }

    @Test
    void a_reminder_that_cannot_be_sent_does_not_stop_the_expiry(TestClock clock) {
        var id = approvals.request(poisoned("bad", SIX_HOURS.remindEvery(Duration.ofHours(1)), Occasion.REMINDED)
                .on(Occasion.EXPIRED, NOTE, "it has expired"));

        clock.advance(Duration.ofMinutes(61));
        howdah.drain();
        assertThat(approvals.find(id).orElseThrow().stuck().orElseThrow().occasion())
                .isEqualTo(Occasion.REMINDED);

        clock.advance(Duration.ofHours(5));
        howdah.drain();
        assertThat(noted).containsExactly("it has expired");
        assertThat(actions(id)).containsExactly("requested", "expired");
        assertThat(approvals.stuck(10)).isEmpty();
    }

    @Test
    void somebody_gives_up_what_should_follow_and_the_rest_goes_on(TestClock clock, TestDatabase database) {
        var policy = SIX_HOURS.escalateAfter(Duration.ofHours(1), Approvers.people("helen"));
        var id = approvals.request(poisoned("bad", policy, Occasion.ESCALATED).on(Occasion.EXPIRED, NOTE, "expired"));
        assertThat(approvals.abandonFollowUp(id, "olga", "too early")).isFalse();
        clock.advance(Duration.ofMinutes(61));
        howdah.drain();

        assertThat(approvals.abandonFollowUp(id, "olga", "the topic will never be made"))
                .isTrue();
        clock.advance(Duration.ofSeconds(6));
        howdah.drain();

        assertThat(actions(id)).containsExactly("requested", "follow-up abandoned", "escalated");
        assertThat(approvals.stuck(10)).isEmpty();
        clock.advance(Duration.ofHours(6));
        howdah.drain();
        assertThat(noted).containsExactly("expired");
        assertThat(approvals.tamperedStep(id)).isEmpty();
        assertThat(database.one("select count(*) from howdah.log_event", Long.class))
                .isZero();
    }

    @Test
    void a_stuck_request_can_still_be_decided(TestClock clock) {
        var policy = SIX_HOURS.escalateAfter(Duration.ofHours(1), Approvers.people("helen"));
        var id = approvals.request(poisoned("bad", policy, Occasion.ESCALATED));
        clock.advance(Duration.ofMinutes(61));
        howdah.drain();

        approvals.approve(id, Voter.of("helen"));

        assertThat(approvals.find(id).orElseThrow()).satisfies(one -> {
            assertThat(one.state()).isEqualTo(ApprovalState.APPROVED);
            assertThat(one.stuck()).isEmpty();
        });
    }

    private static ApprovalRequest poisoned(String subject, ApprovalPolicy policy, Occasion occasion) {
        return ApprovalRequest.of(subject, "carol", policy).on(occasion, NOT_THERE, NewEvent.of("happened", subject));
    }

    private List<String> actions(ApprovalId id) {
        return approvals.history(id, 10).stream().map(ApprovalStep::action).toList();
    }
}
