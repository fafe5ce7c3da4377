// SPDX-License-Identifier: Apache-2.0
package io.howdah.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was found when the database was asked how it keeps what it is given. */
public record DurabilityReport(Durability grade, String serverVersion, List<Finding> findings) {
    private static final int OLDEST_MAJOR = 15;
    private static final int NEWEST_MAJOR = 18;

    /**
     * One setting that matters.
     *
     * @param advice what to do about it; empty when it is as it should be
     */
    public record Finding(String subject, String found, Optional<String> advice) {
        @Override
        public String toString() {
            return subject + ": " + found
                    + advice.map(text -> " (" + text + ")").orElse("");
        }
    }

    static DurabilityReport of(ServerFacts server, boolean pooled) {
        var findings = new Findings();
        findings.add("version", server.version(), isSupported(server), "PostgreSQL 15 to 18 are supported");
        findings.add(
                "writes",
                server.writesSafely() ? "flushed" : "not flushed",
                server.writesSafely(),
                "turn fsync and full_page_writes on, or a crash corrupts the database");
        findings.add(
                "synchronous_commit",
                server.synchronousCommit(),
                !server.synchronousCommit().equals("off"),
                "turn it on, or a crash loses acknowledged commits");
        findings.add(
                "synchronous standbys",
                server.standbyNames().isEmpty() ? "none" : server.standbyNames(),
                grade(server) == Durability.REPLICATED,
                "name synchronous standbys to survive the loss of the primary");
        findings.add("checksums", server.checksums() ? "on" : "off", server.checksums(), "initdb --data-checksums");
        findings.add(
                "isolation",
                server.isolation(),
                server.isolation().equals("read committed"),
                "set default_transaction_isolation to read committed for this role");
        findings.add(
                "pooler",
                pooled ? "transaction pooler" : "none",
                !pooled,
                "give a direct address for wake-ups and session locks");
        findings.add(
                "role", server.superuser() ? "superuser" : "ordinary", !server.superuser(), "run as an ordinary role");
        findings.add(
                "line",
                server.privateLine() ? "private" : "clear text",
                server.privateLine(),
                "use sslmode=verify-full");
        return new DurabilityReport(grade(server), server.version(), List.copyOf(findings.all));
    }

    private static Durability grade(ServerFacts server) {
        if (!server.writesSafely() || server.synchronousCommit().equals("off")) {
            return Durability.AT_RISK;
        }
        var waits = server.synchronousCommit().equals("on")
                || server.synchronousCommit().equals("remote_apply");
        return waits && !server.standbyNames().isEmpty() ? Durability.REPLICATED : Durability.DURABLE;
    }

    private static boolean isSupported(ServerFacts server) {
        return server.major() >= OLDEST_MAJOR && server.major() <= NEWEST_MAJOR;
    }

    /** Those that ask for something to be done. */
    public List<Finding> concerns() {
        return findings.stream().filter(finding -> finding.advice().isPresent()).toList();
    }

    private static final class Findings {
        private final List<Finding> all = new ArrayList<>();

        void add(String subject, String found, boolean good, String advice) {
            all.add(new Finding(subject, found, good ? Optional.empty() : Optional.of(advice)));
        }
    }
}
