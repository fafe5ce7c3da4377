// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.server.account.Links;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Runs one replica on a database. */
@Command(
        name = "serve",
        description = "Run one replica on a database of yours.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = {
            "",
            "The database: HOWDAH_DATABASE_URL, HOWDAH_DATABASE_USER, HOWDAH_DATABASE_PASSWORD (or …_PASSWORD_FILE).",
            "Several hosts in the URL are tried for the primary. Migrate first: howdah migrate.",
            "Notifications: HOWDAH_DELIVERY=off leaves delivering to others; HOWDAH_WEBHOOK_NETWORKS names networks of",
            "yours that webhooks may go to; HOWDAH_SMTP_ADDRESS, …_FROM, …_USER, …_PASSWORD (or …_PASSWORD_FILE) and",
            "…_ENCRYPTION (starttls, tls, none) say how e-mail is sent.",
            "",
            "What is not known stops the start; howdah config shows what it would go by.",
            "",
            "Figures: HOWDAH_METRICS says who reads /metrics without a key: off, loopback (the default), or networks.",
            "",
            "People: HOWDAH_OIDC_ISSUER, …_CLIENT_ID, …_CLIENT_SECRET (or …_CLIENT_SECRET_FILE) let them log in by way",
            "of a provider; HOWDAH_OIDC_ADMINS, …_OPERATORS, …_APPROVERS, …_VIEWERS say which of its groups are what;",
            "HOWDAH_PASSWORDS=off leaves no other way.",
            "",
            "Payloads: HOWDAH_REDACT names the fields that are masked wherever they are shown, with commas and *;",
            "empty shows everything.",
            "",
            "Bytes of workspaces: HOWDAH_WORKSPACE_STORE is postgresql (the default), directory or s3; for these",
            "HOWDAH_WORKSPACE_DIRECTORY, or HOWDAH_S3_BUCKET, …_PREFIX, …_ENDPOINT, …_REGION, …_ACCESS_KEY,",
            "…_SECRET_KEY (or …_SECRET_KEY_FILE)."
        })
final class ServeCommand implements Callable<Integer> {
    private static final Logger log = LoggerFactory.getLogger(ServeCommand.class);

    /** Orchestrators kill after 30 s by default. */
    private static final Duration STOP_WITHIN = Duration.ofSeconds(25);

    /** The parent kills after 10 s. */
    private static final Duration STOP_WITHIN_WITH_PARENT = Duration.ofSeconds(8);

    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private Main main;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "7070",
            description = "The port to answer on. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "The address to answer on. Default: ${DEFAULT-VALUE}, this machine alone.")
    private String bind = "";

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "What people see this replica as. Default: replica-PORT.")
    private String name = "";

    @Option(
            names = "--schema",
            paramLabel = "NAME",
            defaultValue = "howdah",
            description = "The schema. Default: ${DEFAULT-VALUE}.")
    private String schema = "";

    @Option(
            names = "--behind-proxy",
            description = "Believe X-Forwarded headers: only behind a proxy that sets them itself.")
    private boolean behindProxy;

    @Option(names = "--sample", hidden = true, description = "Where the sample's webhooks go; off ends it.")
    private Optional<String> sample = Optional.empty();

    @Option(
            names = "--create-store",
            description = "Begin a store in HOWDAH_WORKSPACE_DIRECTORY if there is none. Otherwise it must be there.")
    private boolean createStore;

    @Option(names = "--with-parent", hidden = true, description = "End when the standard input ends.")
    private boolean withParent;

    @Override
    public Integer call() throws InterruptedException {
        Variables.check(System.getenv());
        var address = DatabaseAddress.from(System.getenv());
        var delivery = DeliverySettings.from(System.getenv());
        var stores = WorkspaceSettings.from(System.getenv());
        var figures = MetricsAccess.from(System.getenv());
        var redacted = Redacted.from(System.getenv());
        var ways = LoginSettings.from(System.getenv());
        var shownAs = name.isEmpty() ? "replica-" + port : name;
        var stop = main.stop();
        stop.listen();
        if (withParent) {
            Thread.ofPlatform().daemon().name("parent").start(() -> awaitEnd(System.in, stop));
        }
        // The replica is closed first: while it leaves, it is still there to say that it is not ready.
        try (var web = Web.on(new InetSocketAddress(bind, port));
                var replica =
                        Replica.open(address, schema, shownAs, withParent ? STOP_WITHIN_WITH_PARENT : STOP_WITHIN)) {
            replica.deliver(delivery);
            replica.use(stores, createStore);
            replica.tell(figures);
            replica.redact(redacted);
            replica.letIn(ways);
            var announced = stop.requested().thenRun(replica::announceStop);
            web.serve(replica, behindProxy ? Web.Trust.PROXY : Web.Trust.NOBODY);
            log.info("Answering on http://{}:{}, database {}", bind, web.port(), address);
            log.info("Delivering {}", delivery);
            if (replica.start()) {
                log.info("{} has joined", shownAs);
                sample.ifPresent(replica::sample);
                tellFirstLink(replica, web.port());
            }
            announced.join();
            log.info("Stopping");
        }
        log.info("Stopped");
        return 0;
    }

    /** Nobody can log in to a new installation, and nobody has a password: whoever can read this makes an account. */
    private void tellFirstLink(Replica replica, int port) {
        if (!withParent) {
            replica.firstLink()
                    .ifPresent(token -> log.info(
                            "There is no account yet. Make the first one, within a day: {}",
                            Links.of("http://" + bind + ":" + port, token)));
        }
    }

    private static void awaitEnd(InputStream in, StopSignal stop) {
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            log.info("The process that started this one has ended");
            stop.request();
        }
    }
}
