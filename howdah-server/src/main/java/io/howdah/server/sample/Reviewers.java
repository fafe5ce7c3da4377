// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.sample;

import io.howdah.approval.Approval;
import io.howdah.approval.Approvals;
import io.howdah.approval.VoteOptions;
import io.howdah.approval.Voter;
import io.howdah.job.Job;

/** Ada, who looks at what waits for her: she approves nearly everything. */
final class Reviewers {
    private static final Voter ADA = Voter.of("ada");
    private static final int MOST = 20;
    private static final int REJECTS_ONE_IN = 8;

    private final Approvals approvals;
    private final Luck luck;

    Reviewers(Approvals approvals, Luck luck) {
        this.approvals = approvals;
        this.luck = luck;
    }

    void review(Job<String> job) {
        for (var approval : approvals.waitingFor(ADA, MOST)) {
            if (approval.correlation().filter(Release::isRelease).isPresent()) {
                decide(approval);
            }
        }
    }

    private void decide(Approval approval) {
        if (luck.isBad(REJECTS_ONE_IN)) {
            approvals.reject(approval.id(), ADA, VoteOptions.none().comment("Not on a day like this."));
        } else {
            approvals.approve(approval.id(), ADA, VoteOptions.none().comment("Looks good."));
        }
    }
}
