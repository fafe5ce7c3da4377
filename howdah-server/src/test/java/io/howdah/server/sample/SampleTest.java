// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.approval.ApprovalFilter;
import io.howdah.approval.ApprovalState;
import io.howdah.approval.Voter;
import io.howdah.job.schedule.Schedule;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.workspace.WorkspaceName;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@HowdahTest
class SampleTest {
    private static final Await.Capped SOON = Await.within(Duration.ofSeconds(30));

    @TempDir
    Path scratch;

    @Test
    void a_release_is_approved_deployed_and_told(Howdah howdah, TestDatabase database) {
        Sample.handle(howdah, database.dataSource(), scratch, SampleDay.GOOD);
        Sample.addressBook(howdah, "http://127.0.0.1:1/hooks");
        howdah.start();

        howdah.jobs().enqueue(Sample.MAKE_RELEASE, "next");
        SOON.until(
                "the release waits for ada",
                () -> howdah.approvals().waitingFor(Voter.of("ada"), 1).size() == 1);
        howdah.jobs().enqueue(Sample.REVIEW, "all");
        SOON.until(
                "it is in the inbox",
                () -> howdah.notifications().inbox("dev").list(10).size() == 1);

        assertThat(howdah.notifications().inbox("dev").list(1).getFirst().subject())
                .contains("shop 1.1.0 is live");
        assertThat(howdah.approvals().list(ApprovalFilter.all().state(ApprovalState.APPROVED), 10))
                .hasSize(1);
        var workspace = howdah.workspaces().open(WorkspaceName.of("shop", "production"));
        assertThat(workspace.head().find("deployed.txt")).isPresent();
        assertThat(database.one("select count(*) from howdah.log_event", Long.class))
                .isEqualTo(1);
        SOON.until("the message was taken", () -> taken(database) == 1);
    }

    @Test
    void it_is_planned_once_whoever_takes_part_and_ends_when_it_is_told_to(Howdah howdah, TestDatabase database) {
        Sample.install(howdah, database.dataSource(), scratch, "http://127.0.0.1:1/hooks");
        assertThat(howdah.schedules().list(10))
                .extracting(Schedule::name)
                .containsExactly("sample-release", "sample-review");

        Sample.end(howdah);

        assertThat(howdah.schedules().list(10)).isEmpty();
    }

    private static long taken(TestDatabase database) {
        return database.one(
                "select count(*) from howdah.work_outcome o join howdah.queue q on q.id = o.queue_id"
                        + " where q.name = 'changelog' and o.state = 'done'",
                Long.class);
    }
}
