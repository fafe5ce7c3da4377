// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.DurabilityException;
import io.howdah.Howdah;
import io.howdah.HowdahException;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.server.account.Accounts;
import io.howdah.server.account.LoginWays;
import io.howdah.server.sample.Sample;
import io.howdah.server.trace.ServerTraces;
import io.howdah.spring.HowdahFactory;
import io.howdah.web.api.Redaction;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process that takes part in the work: a Howdah on a pool of connections. It waits for a database that is not there
 * yet, and says meanwhile why it is not ready. Thread-safe.
 */
final class Replica implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Replica.class);
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final DataSources sources;
    private final Howdah howdah;
    private final Metrics metrics;
    private final ServerTraces traces;
    private final String schema;
    private final String name;
    private final CompletableFuture<Void> stopping = new CompletableFuture<>();
    private volatile Health beforeStart = Health.notReady("starting");
    private volatile MetricsAccess metricsAccess = MetricsAccess.STANDARD;
    private volatile LoginWays loginWays = LoginWays.STANDARD;
    private volatile String redacted = Redaction.STANDARD;
    private volatile String workspaceStore = WorkspaceSettings.STANDARD.standard();

    private Replica(DataSources sources, Howdah howdah, Telling telling, String schema, String name) {
        this.sources = sources;
        this.howdah = howdah;
        this.metrics = telling.metrics;
        this.traces = telling.traces;
        this.schema = schema;
        this.name = name;
    }

    /** What tells of it elsewhere. */
    private record Telling(Metrics metrics, ServerTraces traces) {}

    static Replica open(DatabaseAddress address, String schema, String name, Duration stopWithin) {
        return open(address, schema, name, stopWithin, ServerTraces.carried());
    }

    static Replica open(DatabaseAddress address, String schema, String name, Duration stopWithin, ServerTraces traces) {
        var sources = DataSources.open(address, "howdah-" + name);
        var metrics = new Metrics();
        var howdah = Howdah.builder(sources.pooled())
                .direct(sources.direct())
                .schema(schema)
                .name(name)
                .stopWithin(stopWithin)
                .transaction(HowdahFactory.transactionOn(sources.pooled()))
                .observer(metrics.observer())
                .tracing(traces)
                .build();
        metrics.watch(howdah, schema, sources);
        return new Replica(sources, howdah, new Telling(metrics, traces), schema, name);
    }

    /** Has it deliver notifications, once it is started, as the settings say. */
    void deliver(DeliverySettings settings) {
        settings.options().ifPresent(howdah.notifications()::deliver);
    }

    /** How long it keeps what has ended. */
    void keep(RetentionSettings settings) {
        settings.applyTo(howdah);
    }

    /**
     * Has it take part in the sample.
     *
     * @param receiver where its webhooks go; {@code off} ends the sample
     */
    void sample(String receiver) {
        if (receiver.equals("off")) {
            Sample.end(howdah);
        } else {
            var scratch = Path.of(System.getProperty("java.io.tmpdir"), "howdah-sample-" + name);
            Sample.install(howdah, sources.pooled(), scratch, receiver);
        }
    }

    /** The stores of workspaces that it has, from now on; before it starts. */
    void use(WorkspaceSettings settings, boolean create) {
        settings.open(create).forEach(howdah.workspaces()::add);
        workspaceStore = settings.standard();
    }

    /** Who reads its figures without a key. */
    void tell(MetricsAccess access) {
        metricsAccess = access;
    }

    MetricsAccess metricsAccess() {
        return metricsAccess;
    }

    Metrics metrics() {
        return metrics;
    }

    ServerTraces traces() {
        return traces;
    }

    /** How people can log in; before it answers. */
    void letIn(LoginWays ways) {
        loginWays = ways;
    }

    LoginWays loginWays() {
        return loginWays;
    }

    /** The names of fields that are masked wherever payloads are shown, with commas; before it answers. */
    void redact(String names) {
        redacted = names;
    }

    String redacted() {
        return redacted;
    }

    /** The store that new workspaces are made in. */
    String workspaceStore() {
        return workspaceStore;
    }

    Howdah howdah() {
        return howdah;
    }

    DataSource dataSource() {
        return sources.pooled();
    }

    String schema() {
        return schema;
    }

    String name() {
        return name;
    }

    /** The token of a link that makes the first account; empty when there is one. */
    Optional<String> firstLink() {
        return !loginWays.passwords()
                ? Optional.empty()
                : new Accounts(Db.of(sources.pooled(), new SchemaName(schema))).firstLink();
    }

    /** Joins the others, as soon as the database lets it. Answers whether it did: not, if it was closed before. */
    boolean start() throws InterruptedException {
        while (!stopping.isDone()) {
            // Asked first, because it says at once and in the server's words what a pool only says after its timeout.
            try (var reachable = sources.direct().getConnection()) {
                log.debug("Reached the database by {}", reachable);
                howdah.start();
                beforeStart = Health.READY;
                return true;
            } catch (DurabilityException refused) {
                throw refused;
            } catch (SQLException | HowdahException notYet) {
                reportOnce(Sentence.of(notYet));
            }
            pause();
        }
        return false;
    }

    Health health() {
        if (stopping.isDone()) {
            return Health.notReady("stopping");
        }
        if (!beforeStart.isReady()) {
            return beforeStart;
        }
        return howdah.cluster().isAlive()
                ? Health.READY
                : Health.notReady("the heartbeat of this process does not reach the database");
    }

    /** From now on it is not ready, but everything still answers. */
    void announceStop() {
        stopping.complete(null);
    }

    @Override
    public void close() {
        announceStop();
        try (sources;
                metrics;
                traces) {
            howdah.close();
        }
    }

    private void reportOnce(String reason) {
        var health = Health.notReady(reason);
        if (!health.equals(beforeStart)) {
            log.warn("Not ready yet: {}", reason);
            beforeStart = health;
        }
    }

    private void pause() throws InterruptedException {
        try {
            stopping.get(RETRY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException tryAgain) {
            log.debug("Trying again to start");
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
