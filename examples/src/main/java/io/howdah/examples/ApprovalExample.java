// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples;

import io.howdah.Howdah;
import io.howdah.approval.ApprovalPolicy;
import io.howdah.approval.ApprovalRequest;
import io.howdah.approval.ApprovalRule;
import io.howdah.approval.Approvers;
import io.howdah.approval.Ballot;
import io.howdah.approval.NotEntitledException;
import io.howdah.approval.Occasion;
import io.howdah.approval.Voter;
import io.howdah.job.JobType;
import java.time.Duration;

/** Carol asks, may not decide herself, and the deployment is enqueued by the vote that decides. */
final class ApprovalExample {
    private static final JobType<String> DEPLOY = JobType.of("deploy", String.class);

    private static final ApprovalPolicy PRODUCTION = ApprovalPolicy.of(
                    new ApprovalRule("two of the team", 2, Approvers.groups("sre")))
            .expiresAfter(Duration.ofDays(2));

    private ApprovalExample() {}

    public static void main(String... arguments) throws Exception {
        try (var howdah = Howdah.open(Database.of(arguments))) {
            howdah.migrate();
            howdah.jobs().handle(DEPLOY, job -> System.out.println("deploying " + job.payload()));
            var approvals = howdah.approvals();
            var id = approvals.request(
                    ApprovalRequest.of("deploy/shop", "carol", PRODUCTION).on(Occasion.APPROVED, DEPLOY, "shop 1.4.2"));

            try {
                approvals.approve(id, Voter.of("carol", "sre"));
            } catch (NotEntitledException refused) {
                System.out.println("carol asked, so she does not decide");
            }
            for (var name : new String[] {"ada", "bob"}) {
                switch (approvals.approve(id, Voter.of(name, "sre"))) {
                    case Ballot.Counted counted -> System.out.println(name + " has voted, and it still waits");
                    case Ballot.Decided decided -> System.out.println(name + " has voted: it is " + decided.state());
                    case Ballot.TooLate late -> System.out.println(name + " was too late");
                    case Ballot.Changed changed -> System.out.println(name + " has to look again");
                }
            }
            howdah.drain(); // does what is due, here and now; an application calls start() instead
        }
    }
}
