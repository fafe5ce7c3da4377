// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.approval.ApprovalId;
import io.howdah.approval.ApprovalPolicy;
import io.howdah.approval.ApprovalRequest;
import io.howdah.approval.ApprovalRule;
import io.howdah.approval.Approvals;
import io.howdah.approval.Approvers;
import io.howdah.approval.Ballot;
import io.howdah.approval.Occasion;
import io.howdah.approval.VoteOptions;
import io.howdah.approval.Voter;
import io.howdah.job.JobType;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The code of the page on approvals, run. */
@HowdahTest
class ApprovalsPageTest {
    record Deploy(String application, String version) {}

    static final JobType<Deploy> DEPLOY = JobType.of("deploy", Deploy.class);
    static final JobType<String> REMIND = JobType.of("remind", String.class);

    @Test
    void the_page_on_approvals_runs(Howdah howdah, TestDatabase database) throws Exception {
        try (var connection = database.connect()) {
            var id = ask(howdah.approvals(), connection);
            assertThat(decide(howdah.approvals(), id)).startsWith("still waiting");
            howdah.approvals().approve(id, Voter.of("bob", "sre"));
            assertThat(decide(howdah.approvals(), id)).isEqualTo("it had been APPROVED");
        }
    }

    // snippet: approvals
    static final ApprovalPolicy PRODUCTION = ApprovalPolicy.of(
                    new ApprovalRule("sre", 2, Approvers.groups("sre")),
                    new ApprovalRule("owner", 1, Approvers.people("ada", "bob")))
            .expiresAfter(Duration.ofDays(2))
            .remindEvery(Duration.ofHours(4))
            .breakGlass(Approvers.groups("on-call"));

    ApprovalId ask(Approvals approvals, Connection connection) {
        return approvals.request(
                connection,
                ApprovalRequest.of("deploy/shop/production", "carol", PRODUCTION)
                        .digest("sha256:9f86d081")
                        .label("environment", "production")
                        .supersedesOlder()
                        .on(Occasion.APPROVED, DEPLOY, new Deploy("shop", "1.4.2"))
                        .on(Occasion.REMINDED, REMIND, "deploy/shop/production"));
    }

    String decide(Approvals approvals, ApprovalId id) {
        var ballot = approvals.approve(
                id, Voter.of("ada", "sre"), VoteOptions.none().comment("go").seen("sha256:9f86d081"));
        return switch (ballot) {
            case Ballot.Counted counted -> "still waiting: " + counted.rules();
            case Ballot.Decided decided -> "it is " + decided.state();
            case Ballot.TooLate late -> "it had been " + late.approval().state();
            case Ballot.Changed changed ->
                "look again, it is now " + changed.approval().digest();
        };
    }
    // end
}
