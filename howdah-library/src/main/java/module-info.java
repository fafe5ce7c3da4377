/** Locks, jobs, messages, an event log, approvals, notifications, limits and workspaces on PostgreSQL. */
module io.howdah {
    requires transitive java.sql;
    requires transitive org.jspecify;
    requires org.postgresql.jdbc;
    requires org.slf4j;
    requires static com.fasterxml.jackson.databind;
    requires static tools.jackson.databind;

    exports io.howdah;
    exports io.howdah.approval;
    exports io.howdah.cluster;
    exports io.howdah.job;
    exports io.howdah.job.schedule;
    exports io.howdah.limit;
    exports io.howdah.queue;
    exports io.howdah.lock;
    exports io.howdah.log;
    exports io.howdah.notification;
    exports io.howdah.notification.email;
    exports io.howdah.workspace;
    exports io.howdah.workspace.store;
}
