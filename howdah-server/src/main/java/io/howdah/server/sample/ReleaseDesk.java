// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.Howdah;
import io.howdah.approval.ApprovalPolicy;
import io.howdah.approval.ApprovalRequest;
import io.howdah.approval.Approvers;
import io.howdah.approval.Occasion;
import io.howdah.job.Job;
import io.howdah.workspace.CommitOptions;
import io.howdah.workspace.WorkspaceName;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Makes the next release of one application after another, and asks for its deployment. */
final class ReleaseDesk {
    private static final List<String> APPLICATIONS = List.of("shop", "search", "billing");

    private final Howdah howdah;

    ReleaseDesk(Howdah howdah) {
        this.howdah = howdah;
    }

    void make(Job<String> job) throws IOException {
        var turn = job.scheduledFor().map(at -> at.getEpochSecond() / 20).orElse(0L);
        var application = APPLICATIONS.get((int) (turn % APPLICATIONS.size()));
        var workspace = howdah.workspaces().open(WorkspaceName.of(application, Release.ENVIRONMENT));
        var release =
                new Release(application, "1." + (workspace.head().version().number() + 1) + ".0");
        var version = workspace
                .change()
                .write("manifest.yaml", manifest(release).getBytes(UTF_8))
                .commit(CommitOptions.none().author("carol").message("Release " + release.version()));
        howdah.approvals().request(request(release, version.number()));
    }

    private static ApprovalRequest request(Release release, long version) {
        return ApprovalRequest.of(release.subject(), "carol", policy(release))
                .digest("version " + version)
                .details(release)
                .label("application", release.application())
                .label("environment", Release.ENVIRONMENT)
                .correlation(release.correlation())
                .supersedesOlder()
                .on(Occasion.APPROVED, Sample.DEPLOY, release);
    }

    /** Billing waits for the person at the console as well; the others are decided by those who play here. */
    private static ApprovalPolicy policy(Release release) {
        return ApprovalPolicy.of(release.application().equals("billing") ? 2 : 1, Approvers.people("ada", "dev"))
                .expiresAfter(Duration.ofHours(1));
    }

    private static String manifest(Release release) {
        return """
            application: %s
            version: %s
            replicas: 3
            """.formatted(release.application(), release.version());
    }
}
