// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import io.howdah.approval.Approvals;
import io.howdah.cluster.Cluster;
import io.howdah.cluster.Durability;
import io.howdah.internal.Platform;
import io.howdah.internal.codec.Codecs;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.internal.db.Wakeups;
import io.howdah.internal.loop.Backgrounds;
import io.howdah.internal.member.Membership;
import io.howdah.internal.member.Profile;
import io.howdah.internal.member.Reaper;
import io.howdah.internal.member.Version;
import io.howdah.internal.trace.Traces;
import io.howdah.job.Jobs;
import io.howdah.job.schedule.Schedules;
import io.howdah.limit.Limits;
import io.howdah.lock.Locks;
import io.howdah.log.EventLog;
import io.howdah.notification.Notifications;
import io.howdah.queue.Messages;
import io.howdah.queue.Queues;
import io.howdah.queue.Topics;
import io.howdah.work.WorkEngine;
import io.howdah.workspace.Workspaces;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The way in: everything Howdah does on one database, from one process. Thread-safe.
 *
 * <p>Opening one asks nothing of the database. {@link #migrate} makes the schema, {@link #start} joins the other
 * processes and begins to work in the background, {@link #stop} ends that gracefully. What only produces (enqueues,
 * sends, appends) needs no start.
 */
public final class Howdah implements AutoCloseable {
    private final Platform platform;
    private final Cluster cluster;
    private final Jobs jobs;
    private final Schedules schedules;
    private final Messages messages;
    private final Topics topics;
    private final Queues queues;
    private final Approvals approvals;
    private final Locks locks;
    private final EventLog log;
    private final Limits limits;
    private final Notifications notifications;
    private final Workspaces workspaces;
    private final Schema schema;
    private final Observer observer;
    private final Lifecycle lifecycle;

    private Howdah(Builder builder) {
        var direct = builder.direct == null ? builder.dataSource : builder.direct;
        this.platform = platform(builder, direct);
        this.schema = Schema.on(builder.dataSource).named(builder.schema.value());
        this.observer = builder.observer;
        this.cluster = new Cluster(platform);
        this.lifecycle = new Lifecycle(platform, builder.stopWithin, () -> {
            schema.check();
            cluster.requireDurability(builder.durability);
        });
        platform.membership().onLost(member -> platform.observer().membershipLost());
        platform.backgrounds().register(Reaper.loop(platform.db(), platform.membership()));
        var engine = new WorkEngine(platform);
        this.jobs = new Jobs(platform, engine);
        this.approvals = new Approvals(platform, engine);
        this.schedules = new Schedules(platform, engine);
        this.locks = new Locks(platform, direct);
        this.messages = new Messages(platform, engine);
        this.topics = new Topics(platform, engine);
        this.queues = new Queues(platform, engine);
        this.log = new EventLog(platform);
        this.limits = new Limits(platform);
        this.notifications = new Notifications(platform, engine);
        this.workspaces = new Workspaces(platform, locks);
    }

    private static Platform platform(Builder builder, DataSource direct) {
        var db = Db.of(builder.dataSource, builder.schema);
        var wakeups = new Wakeups(db, direct);
        var membership = new Membership(
                Profile.ofThisProcess(builder.name, builder.beatEvery),
                direct,
                builder.schema,
                () -> wakeups.state().toString());
        wakeups.onChange(membership::beatNow);
        return new Platform(
                builder.dataSource,
                db,
                builder.readOnly == null ? db : Db.of(builder.readOnly, builder.schema),
                wakeups,
                membership,
                Codecs.withBytes(builder.codec),
                new Traces(builder.tracing),
                builder.transaction,
                QuietObserver.of(builder.observer),
                new Backgrounds());
    }

    /** With defaults: see {@link Builder}. */
    public static Howdah open(DataSource dataSource) {
        return builder(dataSource).build();
    }

    /** The version of this library. */
    public static String version() {
        return Version.current();
    }

    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    /** Brings the schema to this version; safe in many processes at once. Never happens by itself. */
    public void migrate() {
        schema.migrate();
    }

    /**
     * Joins the other processes and begins to work. Does nothing if that has happened already.
     *
     * @throws SchemaException if the schema is not one that this version can work on
     * @throws DurabilityException if the database is less safe than required
     * @throws DatabaseException if the database cannot be reached
     */
    public void start() {
        lifecycle.start();
    }

    /**
     * Like {@link #start}, but only checks before it returns; it joins and begins to work beside the caller, and tries
     * that again if the database is away. For applications that have other things to do when they start.
     */
    public void startSoon() {
        lifecycle.startSoon();
    }

    /**
     * Takes no new work, hands back what has not begun, lets what runs end within the limit, interrupts it then, and
     * leaves. Does nothing if not started. From inside a handler it begins the stop and returns, for it cannot wait for
     * itself.
     */
    public void stop() {
        lifecycle.stop();
    }

    /**
     * Does in the calling thread everything that is due now, and returns when nothing is left: for tests, and for
     * scripts that run from time to time. Needs no start.
     */
    public void drain() {
        lifecycle.drain();
    }

    /** Stops for good. The DataSource stays open: it is yours. */
    @Override
    public void close() {
        lifecycle.close();
    }

    /** Background work: typed jobs with retries, in your transaction. */
    public Jobs jobs() {
        return jobs;
    }

    /** Messages in named queues: send in your transaction, receive, acknowledge. */
    public Messages messages() {
        return messages;
    }

    /** Topics that reach several queues. */
    public Topics topics() {
        return topics;
    }

    /** The queues that work waits in: look at them, pause them, limit them, empty them. */
    public Queues queues() {
        return queues;
    }

    /** Requests that people decide. */
    public Approvals approvals() {
        return approvals;
    }

    /** Jobs that come again: by cron, or at a fixed rate. */
    public Schedules schedules() {
        return schedules;
    }

    /** Locks between processes: session locks, leases, transaction locks, leader election. */
    public Locks locks() {
        return locks;
    }

    /** Events in order: appended in your transaction, read by groups that each have their own place. */
    public EventLog log() {
        return log;
    }

    /** How often something may happen, over all processes. */
    public Limits limits() {
        return limits;
    }

    /** Notifications: taken in once, delivered by webhook, e-mail, inbox, or into the log or a queue. */
    public Notifications notifications() {
        return notifications;
    }

    /** Files in versions, shared by all processes. */
    public Workspaces workspaces() {
        return workspaces;
    }

    /** The processes that share this schema. */
    public Cluster cluster() {
        return cluster;
    }

    /** The one that it was opened on: what shares its transactions must be on the same. */
    public DataSource dataSource() {
        return platform.dataSource();
    }

    /** How values become payloads. */
    public Codec codec() {
        return platform.codec();
    }

    /** Which transaction of the calling thread is joined. */
    public CurrentTransaction transaction() {
        return platform.transaction();
    }

    /** Who is told what this process does. */
    public Observer observer() {
        return observer;
    }

    /** The name of the schema that its tables are in. */
    public String schema() {
        return platform.db().schema().value();
    }

    /** What can be chosen. Every choice has a default that suits production. */
    public static final class Builder {
        private final DataSource dataSource;
        private @Nullable DataSource direct;
        private @Nullable DataSource readOnly;
        private SchemaName schema = SchemaName.DEFAULT;
        private String name = "";
        private Codec codec = Codec.json();
        private Tracing tracing = Tracing.NONE;
        private CurrentTransaction transaction = CurrentTransaction.NONE;
        private Observer observer = Observer.NONE;
        private Duration beatEvery = Duration.ofSeconds(5);
        private Duration stopWithin = Duration.ofSeconds(30);
        private Durability durability = Durability.AT_RISK;

        private Builder(DataSource dataSource) {
            this.dataSource = dataSource;
        }

        /**
         * Where the heartbeat, LISTEN and locks have their connections: an address that leads to the primary with no
         * transaction pooler in between. Default: the DataSource, of which two connections are then kept for good, and
         * up to eleven more while locks are used.
         */
        public Builder direct(DataSource direct) {
            this.direct = direct;
            return this;
        }

        /** Where lists for people may be read: a standby, for instance. Default: the DataSource. */
        public Builder readOnly(DataSource readOnly) {
            this.readOnly = readOnly;
            return this;
        }

        /** Default: {@code howdah}. */
        public Builder schema(String schema) {
            this.schema = new SchemaName(schema);
            return this;
        }

        /** What people see this process as. Default: host and process id. */
        public Builder name(String name) {
            this.name = name;
            return this;
        }

        /** How values become payloads. Default: {@link Codec#json}. */
        public Builder codec(Codec codec) {
            this.codec = codec;
            return this;
        }

        /** How traces are carried from whoever starts work to whoever does it. Default: {@link Tracing#NONE}. */
        public Builder tracing(Tracing tracing) {
            this.tracing = tracing;
            return this;
        }

        /** Which transaction of the calling thread is joined. Default: none is. */
        public Builder transaction(CurrentTransaction transaction) {
            this.transaction = transaction;
            return this;
        }

        /** Who is told what this process does. Default: nobody is. */
        public Builder observer(Observer observer) {
            this.observer = observer;
            return this;
        }

        /** Time between two heartbeats; three missed ones are a death. Default: 5 s. */
        public Builder beatEvery(Duration beatEvery) {
            this.beatEvery = beatEvery;
            return this;
        }

        /** How long running work may take to end when stopping. Default: 30 s. */
        public Builder stopWithin(Duration stopWithin) {
            if (stopWithin.isNegative()) {
                throw new IllegalArgumentException("stopWithin must not be negative: " + stopWithin);
            }
            this.stopWithin = stopWithin;
            return this;
        }

        /** Refuse to start on a database that is less safe. Default: any. */
        public Builder requireDurability(Durability durability) {
            this.durability = durability;
            return this;
        }

        public Howdah build() {
            return new Howdah(this);
        }
    }
}
