// SPDX-License-Identifier: Apache-2.0
package io.howdah.cluster;

import static io.howdah.Servers.dataSource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.Servers;
import io.howdah.embedded.Postgres;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.internal.db.Wakeups;
import io.howdah.test.Await;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary and a real standby that streams from it. */
class StandbyTest {
    @TempDir
    private static Path directory;

    private static Postgres primary;
    private static Postgres standby;

    @BeforeAll
    static void a_primary_and_a_standby() throws Exception {
        var first = Servers.migrated(directory.resolve("primary"));
        var second = Servers.copied(first, directory.resolve("standby"), "standby.signal");
        primary = Postgres.in(first).copied().start();
        standby = Servers.standby(second, primary);
    }

    @AfterAll
    static void stop() {
        standby.close();
        primary.close();
    }

    @Test
    void wakeups_are_never_listened_for_on_a_standby() throws Exception {
        var wakeups = new Wakeups(Db.of(dataSource(primary), SchemaName.DEFAULT), dataSource(standby));
        wakeups.backgrounds().start();

        Await.until("it says why it polls", () -> wakeups.state().toString().contains("leads to a standby"));

        assertThat(wakeups.backgrounds().stop(Duration.ofSeconds(60))).isEmpty();
    }

    @Test
    void lists_may_be_read_from_a_standby_and_the_report_says_how_far_it_is_behind() {
        try (var howdah = Howdah.builder(dataSource(primary))
                .readOnly(dataSource(standby))
                .build()) {
            howdah.start();

            Await.within(Duration.ofSeconds(60))
                    .until(
                            "the standby has caught up",
                            () -> howdah.cluster().durability().findings().stream()
                                    .anyMatch(finding -> finding.toString().equals("reads: a standby, 0.0 s behind")));
        }
    }

    @Test
    void a_process_whose_primary_is_a_standby_is_told_so() {
        try (var howdah = Howdah.open(dataSource(standby))) {
            assertThat(howdah.cluster().durability().concerns())
                    .extracting(DurabilityReport.Finding::toString)
                    .contains("server: standby (give the primary's address)");
            assertThatThrownBy(howdah::start).hasMessageContaining("read-only");
        }
    }
}
