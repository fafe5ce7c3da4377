// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.sample;

import io.howdah.Howdah;
import io.howdah.job.Job;
import io.howdah.limit.Granted;
import io.howdah.limit.RateLimit;
import io.howdah.log.NewEvent;
import io.howdah.notification.Intent;
import io.howdah.notification.Recipient;
import io.howdah.workspace.Checkout;
import io.howdah.workspace.CommitOptions;
import io.howdah.workspace.WorkspaceName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * Deploys a release, as a job: in its workspace, under a lease, with progress. If the process is killed on the way,
 * another one begins again from exactly what was committed, and leaves out the steps that were finished.
 */
final class Deployer {
    private static final RateLimit REGISTRY = RateLimit.named("image-registry").allow(30, Duration.ofMinutes(1));
    private static final List<String> STEPS =
            List.of("pull the image", "migrate the schema", "start replica 1", "start replica 2", "start replica 3");
    private static final int FAILS_ONE_IN = 6;

    private final Howdah howdah;
    private final DataSource dataSource;
    private final Path scratch;
    private final Luck luck;

    Deployer(Howdah howdah, DataSource dataSource, Path scratch, Luck luck) {
        this.howdah = howdah;
        this.dataSource = dataSource;
        this.scratch = scratch;
        this.luck = luck;
    }

    void deploy(Job<Release> job) throws Exception {
        var release = job.payload();
        if (!(howdah.limits().tryAcquire(REGISTRY, "pulls") instanceof Granted)) {
            job.snooze(Duration.ofSeconds(10));
            return;
        }
        var workspace = howdah.workspaces().open(WorkspaceName.of(release.application(), Release.ENVIRONMENT));
        try (var checkout = workspace.checkout(scratch.resolve(release.application()), Duration.ofSeconds(30))) {
            for (int i = 0; i < STEPS.size(); i++) {
                var name = STEPS.get(i);
                job.progress(100 * i / STEPS.size(), name);
                job.log(job.step(name, String.class, () -> work(name)));
            }
            smokeTest();
            write(checkout, release);
        }
        announce(job, release);
    }

    private String work(String step) throws InterruptedException {
        var took = luck.effort();
        Thread.sleep(took);
        return step + ": " + took.toMillis() + " ms";
    }

    private void smokeTest() {
        if (luck.isBad(FAILS_ONE_IN)) {
            throw new IllegalStateException("the smoke test failed: GET /health answered 503");
        }
    }

    private static void write(Checkout checkout, Release release) throws IOException {
        Files.writeString(checkout.directory().resolve("deployed.txt"), release.version() + "\n");
        checkout.commit(CommitOptions.none().author("deployer").message("Deployed " + release.version()));
    }

    /** That it is done, the event and the notification commit together. */
    private void announce(Job<Release> job, Release release) throws SQLException {
        try (var connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            tell(connection, release);
            job.completeIn(connection);
            connection.commit();
        }
    }

    private void tell(Connection connection, Release release) {
        howdah.log()
                .append(
                        connection,
                        Sample.DEPLOYMENTS,
                        NewEvent.of("deployed", release)
                                .key(release.application())
                                .correlation(release.correlation()));
        howdah.notifications()
                .notify(
                        connection,
                        Intent.of("pipeline", release.correlation(), "deployed")
                                .to(Recipient.person("dev"), Recipient.subscribers())
                                .correlation(release.correlation())
                                .template(Sample.TEMPLATE)
                                .data(Map.of("application", release.application(), "version", release.version())));
    }
}
