// SPDX-License-Identifier: Apache-2.0
package io.howdah.cluster;

import io.howdah.cluster.DurabilityReport.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Judges what a server says of itself. */
final class Inspection {
    private static final int OLDEST_MAJOR = 15;
    private static final int NEWEST_MAJOR = 18;

    private final ServerFacts server;
    private final List<Finding> findings = new ArrayList<>();

    private Inspection(ServerFacts server) {
        this.server = server;
    }

    static DurabilityReport of(ServerFacts server, String reads, boolean pooled) {
        var inspection = new Inspection(server);
        inspection.storage();
        inspection.connection(reads, pooled);
        return new DurabilityReport(inspection.grade(), server.version(), List.copyOf(inspection.findings));
    }

    private void storage() {
        var supported = server.major() >= OLDEST_MAJOR && server.major() <= NEWEST_MAJOR;
        add("version", server.version(), supported, "PostgreSQL 15 to 18 are supported");
        var writes = server.writesSafely() ? "flushed" : "not flushed";
        add("writes", writes, server.writesSafely(), "turn fsync and full_page_writes on, or a crash corrupts data");
        var waits = !server.synchronousCommit().equals("off");
        add("synchronous_commit", server.synchronousCommit(), waits, "turn it on, or a crash loses commits");
        var standbys = server.standbyNames().isEmpty() ? "none" : server.standbyNames();
        var replicated = grade() == Durability.REPLICATED;
        add("synchronous standbys", standbys, replicated, "name some to survive the loss of the primary");
        add("checksums", server.checksums() ? "on" : "off", server.checksums(), "run pg_checksums --enable");
    }

    private void connection(String reads, boolean pooled) {
        var readCommitted = server.isolation().equals("read committed");
        add("isolation", server.isolation(), readCommitted, "set default_transaction_isolation to read committed");
        var pooler = pooled ? "transaction pooler" : "none";
        add("pooler", pooler, !pooled, "give a direct address for wake-ups and session locks");
        add("role", server.superuser() ? "superuser" : "ordinary", !server.superuser(), "run as an ordinary role");
        var line = server.privateLine() ? "private" : "clear text";
        add("line", line, server.privateLine(), "use sslmode=verify-full");
        add("server", server.standby() ? "standby" : "primary", !server.standby(), "give the primary's address");
        findings.add(new Finding("reads", reads, Optional.empty()));
    }

    private Durability grade() {
        if (!server.writesSafely() || server.synchronousCommit().equals("off")) {
            return Durability.AT_RISK;
        }
        var waits = server.synchronousCommit().equals("on")
                || server.synchronousCommit().equals("remote_apply");
        return waits && !server.standbyNames().isEmpty() ? Durability.REPLICATED : Durability.DURABLE;
    }

    private void add(String subject, String found, boolean good, String advice) {
        findings.add(new Finding(subject, found, good ? Optional.empty() : Optional.of(advice)));
    }
}
