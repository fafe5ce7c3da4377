// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.server.account.LoginWays;
import io.howdah.server.trace.Collector;
import io.howdah.server.trace.ServerTraces;
import java.util.Map;
import java.util.Optional;

/**
 * What a replica goes by, besides where it is and what its database is. What is wrong is said when it is read.
 *
 * @param redacted the names of fields that are masked, with commas
 * @param collector none: nobody is told of spans
 */
record ReplicaSettings(
        DeliverySettings delivery,
        RetentionSettings retention,
        WorkspaceSettings workspaces,
        MetricsAccess metrics,
        String redacted,
        LoginWays logins,
        Optional<Collector> collector) {
    static ReplicaSettings from(Map<String, String> all) {
        return new ReplicaSettings(
                DeliverySettings.from(all),
                RetentionSettings.from(all),
                WorkspaceSettings.from(all),
                MetricsAccess.from(all),
                Redacted.from(all),
                LoginSettings.from(all),
                TraceSettings.from(all));
    }

    ServerTraces traces(String replica) {
        return collector
                .map(told -> ServerTraces.exported(told, replica, Version.current()))
                .orElseGet(ServerTraces::carried);
    }

    /** Before it answers and starts. */
    void applyTo(Replica replica, boolean createStore) {
        replica.deliver(delivery);
        replica.keep(retention);
        replica.use(workspaces, createStore);
        replica.tell(metrics);
        replica.redact(redacted);
        replica.letIn(logins);
    }
}
