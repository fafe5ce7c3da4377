// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.HowdahException;
import io.howdah.LoopState;
import io.howdah.cluster.Cluster;
import io.howdah.cluster.DurabilityReport.Finding;
import io.howdah.cluster.Member;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A replica's page for people: who takes part, how work wakes it, what runs in the background. No script. */
final class StatusPage {
    private static final String STYLE = Resources.text("status.css");

    /** Nothing but the page's own style. */
    static final String CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'sha256-" + sha256(STYLE)
            + "'; base-uri 'none'; form-action 'none';" + " frame-ancestors 'none'";

    private static final String PAGE = Resources.text("status.html");

    private StatusPage() {}

    static String of(Replica replica) {
        var cluster = replica.howdah().cluster();
        var health = replica.health();
        return PAGE.replace("{style}", STYLE)
                .replace("{version}", escaped(Version.current()))
                .replace("{health}", health.isReady() ? "ready" : "not ready")
                .replace("{mood}", health.isReady() ? "good" : "bad")
                .replace("{reasons}", escaped(String.join("; ", health.reasons())))
                .replace("{wakeups}", escaped(cluster.wakeups().toString()))
                .replace("{members}", asked(() -> members(cluster)))
                .replace("{durability}", asked(() -> durability(cluster)))
                .replace("{loops}", loops(cluster.loops()));
    }

    /** The page is for the very moment when something is wrong: a database that does not answer is a line on it. */
    private static String asked(Supplier<String> rows) {
        try {
            return rows.get();
        } catch (HowdahException e) {
            return row(List.of(Sentence.of(e)));
        }
    }

    private static String members(Cluster cluster) {
        return cluster.members().stream().map(StatusPage::member).collect(Collectors.joining());
    }

    private static String member(Member member) {
        return row(List.of(
                member.name(),
                member.alive() ? member.state().name().toLowerCase(Locale.ROOT) : "ended",
                member.host() + " · " + member.pid(),
                member.version(),
                ago(member.startedAt()),
                member.endedAt().map(StatusPage::ago).orElseGet(() -> ago(member.beatAt())),
                member.wakeups()));
    }

    private static String durability(Cluster cluster) {
        var report = cluster.durability();
        var grade = new Finding("grade", report.grade().name().toLowerCase(Locale.ROOT), Optional.empty());
        return Stream.concat(Stream.of(grade), report.findings().stream())
                .map(finding -> row(List.of(
                        finding.subject(), finding.found(), finding.advice().orElse(""))))
                .collect(Collectors.joining());
    }

    private static String loops(List<LoopState> loops) {
        return loops.stream().map(StatusPage::loop).collect(Collectors.joining());
    }

    private static String loop(LoopState loop) {
        return row(List.of(
                loop.name(),
                loop.running() ? "running" : "stopped",
                Long.toString(loop.runs()),
                loop.lastRun().map(StatusPage::ago).orElse("never"),
                loop.lastTook().map(took -> took.toMillis() + " ms").orElse(""),
                loop.lastError()
                        .map(error -> error
                                + loop.lastErrorAt().map(at -> ", " + ago(at)).orElse(""))
                        .orElse("")));
    }

    private static String row(List<String> cells) {
        return cells.stream().map(cell -> "<td>" + escaped(cell)).collect(Collectors.joining("", "<tr>", "\n"));
    }

    private static String ago(Instant instant) {
        var passed = Duration.between(instant, Instant.now());
        if (passed.toMinutes() < 2) {
            return Math.max(0, passed.toSeconds()) + " s ago";
        }
        return passed.toHours() < 2 ? passed.toMinutes() + " min ago" : passed.toHours() + " h ago";
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;")
                // Braces too: a value must not be taken for a place to fill in.
                .replace("{", "&#123;");
    }

    private static String sha256(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
