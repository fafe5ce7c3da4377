// SPDX-License-Identifier: Apache-2.0
package io.howdah.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.DurabilityException;
import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import org.junit.jupiter.api.Test;

@HowdahTest
class DurabilityTest {
    private static final ServerFacts GOOD =
            new ServerFacts("18.6", 18, true, "on", "ANY 1 (a, b)", true, "read committed", false, false, true);

    @Test
    void a_commit_that_a_standby_has_survives_the_loss_of_the_primary() {
        var report = Inspection.of(GOOD, "the primary", false);

        assertThat(report.grade()).isEqualTo(Durability.REPLICATED);
        assertThat(report.concerns()).isEmpty();
    }

    @Test
    void without_standbys_or_without_waiting_for_them_a_crash_is_survived_and_no_more() {
        assertThat(grade(with("on", ""))).isEqualTo(Durability.DURABLE);
        assertThat(grade(with("local", "a"))).isEqualTo(Durability.DURABLE);
        assertThat(grade(with("remote_write", "a"))).isEqualTo(Durability.DURABLE);
        assertThat(grade(with("remote_apply", "a"))).isEqualTo(Durability.REPLICATED);
    }

    @Test
    void without_waiting_for_the_disk_commits_are_at_risk() {
        var unflushed = new ServerFacts("18.6", 18, false, "on", "a", true, "read committed", false, false, true);

        assertThat(grade(with("off", "a"))).isEqualTo(Durability.AT_RISK);
        assertThat(grade(unflushed)).isEqualTo(Durability.AT_RISK);
    }

    @Test
    void everything_that_is_wrong_is_named_with_what_to_do() {
        var bad = new ServerFacts("14.9", 14, false, "off", "", false, "serializable", true, true, false);

        assertThat(Inspection.of(bad, "the primary", true).concerns())
                .extracting(DurabilityReport.Finding::subject)
                .containsExactly(
                        "version",
                        "writes",
                        "synchronous_commit",
                        "synchronous standbys",
                        "checksums",
                        "isolation",
                        "pooler",
                        "role",
                        "line",
                        "server");
    }

    @Test
    void a_real_server_is_asked(Howdah howdah, TestDatabase database) {
        var report = howdah.cluster().durability();

        assertThat(report.serverVersion())
                .isEqualTo(database.one("select current_setting('server_version')", String.class));
        assertThat(report.grade())
                .as("the tests' server does not wait for the disk")
                .isEqualTo(Durability.AT_RISK);
        assertThat(report.findings())
                .extracting(DurabilityReport.Finding::subject)
                .contains("role", "line", "pooler");
    }

    @Test
    void a_process_that_requires_more_does_not_start(TestDatabase database) {
        var strict = database.howdah(builder -> builder.requireDurability(Durability.DURABLE));

        assertThatThrownBy(strict::start)
                .isInstanceOf(DurabilityException.class)
                .hasMessageContaining("AT_RISK")
                .hasMessageContaining("fsync");
        assertThat(strict.cluster().members()).isEmpty();
    }

    private static ServerFacts with(String synchronousCommit, String standbys) {
        return new ServerFacts(
                "18.6", 18, true, synchronousCommit, standbys, true, "read committed", false, false, true);
    }

    private static Durability grade(ServerFacts server) {
        return Inspection.of(server, "the primary", false).grade();
    }
}
