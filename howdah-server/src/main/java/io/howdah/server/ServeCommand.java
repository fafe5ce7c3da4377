// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.internal.member.Profile;
import io.howdah.server.account.Links;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "Each of these may be in a file: howdah serve --config howdah.yaml (see deploy/howdah.yaml).",
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
            "Traces: HOWDAH_OTLP_ENDPOINT is a collector that spans are sent to, by OTLP over HTTP;",
            "HOWDAH_OTLP_SAMPLED says which share of them, HOWDAH_OTLP_HEADERS (or …_HEADERS_FILE) what it asks for.",
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
    static final String NAME = "HOWDAH_NAME";
    static final String SCHEMA = "HOWDAH_SCHEMA";
    static final String STANDARD_SCHEMA = "howdah";

    private static final Logger log = LoggerFactory.getLogger(ServeCommand.class);

    /** Orchestrators kill after 30 s by default. */
    private static final Duration STOP_WITHIN = Duration.ofSeconds(25);

    /** The parent kills after 10 s. */
    private static final Duration STOP_WITHIN_WITH_PARENT = Duration.ofSeconds(8);

    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private Main main;

    @Mixin
    private Settings settings = new Settings();

    @Option(names = "--port", paramLabel = "PORT", description = "The port to answer on. Default: 7070.")
    private Optional<Integer> port = Optional.empty();

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            description = "The address to answer on. Default: 127.0.0.1, this machine alone.")
    private Optional<String> bind = Optional.empty();

    @Option(names = "--name", paramLabel = "NAME", description = "What people see this replica as. Default: HOST:PORT.")
    private Optional<String> name = Optional.empty();

    @Option(names = "--schema", paramLabel = "NAME", description = "The schema. Default: howdah.")
    private Optional<String> schema = Optional.empty();

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
        var all = settings.with(System.getenv());
        var listen = ListenSettings.from(all).or(bind, port, behindProxy);
        var address = DatabaseAddress.from(all);
        var chosen = ReplicaSettings.from(all);
        var shownAs = name.or(() -> Optional.ofNullable(all.get(NAME)))
                .orElseGet(() -> Profile.hostName() + ":" + listen.port());
        var within = withParent ? STOP_WITHIN_WITH_PARENT : STOP_WITHIN;
        var stop = main.stop();
        stop.listen();
        if (withParent) {
            Thread.ofPlatform().daemon().name("parent").start(() -> awaitEnd(System.in, stop));
        }
        // The replica is closed first: while it leaves, it is still there to say that it is not ready.
        try (var web = Web.on(new InetSocketAddress(listen.bind(), listen.port()));
                var replica = Replica.open(address, schema(all), shownAs, within, chosen.traces(shownAs))) {
            chosen.applyTo(replica, createStore);
            var announced = stop.requested().thenRun(replica::announceStop);
            web.serve(replica, listen.trust());
            log.info("Answering on http://{}:{}, database {}", listen.bind(), web.port(), address);
            log.info("Delivering {}", chosen.delivery());
            chosen.collector().ifPresent(told -> log.info("Sending spans to {}", told));
            if (replica.start()) {
                log.info("{} has joined", shownAs);
                sample.ifPresent(replica::sample);
                tellFirstLink(replica, "http://" + listen.host() + ":" + web.port());
            }
            announced.join();
            log.info("Stopping");
        }
        log.info("Stopped");
        return 0;
    }

    private String schema(Map<String, String> all) {
        return schema.orElse(all.getOrDefault(SCHEMA, STANDARD_SCHEMA));
    }

    /** Nobody can log in to a new installation, and nobody has a password: whoever can read this makes an account. */
    private void tellFirstLink(Replica replica, String address) {
        if (!withParent) {
            replica.firstLink()
                    .ifPresent(token -> log.info(
                            "There is no account yet. Make the first one, within a day: {}", Links.of(address, token)));
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
