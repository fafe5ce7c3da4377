// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.work.Fence;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements that begin and end an attempt to deliver. */
final class CourierStore {
    private static final Sql BEGIN = Sql.of("""
        select verdict, wait, cause, delivery, address, type, subject, body, html, content, correlation, url,
               secrets[1] as secret, secrets[2] as old_secret, timeout, sent_at
        from howdah.notification_begin(:route, :work, :giveUp)
        """);

    private static final Sql END = Sql.of("""
        select held, disabled
        from howdah.notification_end(:route, :work, :attempt, :result, :status, :took, :peer, :error, :answer, :cause,
                                     :pause, :throttle, :disableAfter)
        """);

    private final Db db;

    CourierStore(Db db) {
        this.db = db;
    }

    /** What is to be done with a route. */
    sealed interface Verdict {
        /** It has ended, or other work carries it. */
        record Ended() implements Verdict {}

        record Wait(Duration pause) implements Verdict {}

        record Dead(String cause) implements Verdict {}

        /**
         * Carry it.
         *
         * @param target where to, if it is a webhook
         */
        record Go(Outgoing outgoing, Optional<Target> target) implements Verdict {}
    }

    /** An endpoint as it is called. */
    record Target(URI url, List<byte[]> secrets, Duration timeout) {}

    /** How it went, and what follows. */
    record Report(
            String result,
            ChannelAnswer answer,
            Duration took,
            @Nullable Duration pause,
            @Nullable Duration throttle) {
        static Report untried(String cause) {
            return new Report("none", ChannelAnswer.refused(cause, cause), Duration.ZERO, null, null);
        }
    }

    /**
     * What became of a report.
     *
     * @param disabled the endpoint that was disabled by it
     */
    record Recorded(boolean held, Optional<String> disabled) {}

    Verdict begin(long route, Fence fence, Duration giveUp) {
        return db.run(BEGIN)
                .set("route", route)
                .set("work", fence.id())
                .set("giveUp", giveUp)
                .one(CourierStore::verdict);
    }

    private static Verdict verdict(Row row) throws SQLException {
        return switch (row.string("verdict")) {
            case "wait" -> new Verdict.Wait(row.duration("wait"));
            case "dead" -> new Verdict.Dead(row.string("cause"));
            case "go" -> new Verdict.Go(outgoing(row), target(row));
            default -> new Verdict.Ended();
        };
    }

    private static Outgoing outgoing(Row row) throws SQLException {
        return new Outgoing(
                new DeliveryId(row.uuid("delivery")),
                row.string("address"),
                row.string("type"),
                Optional.ofNullable(row.stringOrNull("subject")),
                Optional.ofNullable(row.stringOrNull("body")),
                Optional.ofNullable(row.stringOrNull("html")),
                row.string("content"),
                Optional.ofNullable(row.stringOrNull("correlation")),
                row.instant("sent_at"));
    }

    private static Optional<Target> target(Row row) throws SQLException {
        var url = row.stringOrNull("url");
        if (url == null) {
            return Optional.empty();
        }
        var secrets = new ArrayList<byte[]>();
        secrets.add(row.bytes("secret"));
        var old = row.bytesOrNull("old_secret");
        if (old != null) {
            secrets.add(old);
        }
        return Optional.of(new Target(URI.create(url), List.copyOf(secrets), row.duration("timeout")));
    }

    Recorded end(long route, Fence fence, Report report, Duration disableAfter) {
        return db.run(END)
                .set("route", route)
                .set("work", fence.id())
                .set("attempt", fence.attempt())
                .set("result", report.result().toLowerCase(Locale.ROOT))
                .set("status", report.answer().status())
                .set("took", report.took())
                .set("peer", clean(report.answer().peer()))
                .set("error", clean(report.answer().error()))
                .set("answer", clean(report.answer().answer()))
                .set("cause", report.answer().cause())
                .set("pause", report.pause())
                .set("throttle", report.throttle())
                .set("disableAfter", disableAfter)
                .one(row -> new Recorded(row.bool("held"), Optional.ofNullable(row.stringOrNull("disabled"))));
    }

    /** What strangers say may hold a NUL, which PostgreSQL's text does not. */
    private static @Nullable String clean(@Nullable String text) {
        return text == null ? null : text.replace('\0', ' ');
    }
}
