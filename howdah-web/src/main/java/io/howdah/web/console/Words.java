// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.console;

import io.howdah.web.queue.QueueRow;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.web.util.UriUtils;

/** Times, sizes and counts as people read them. */
public final class Words {
    private static final DateTimeFormatter EXACT = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd HH:mm:ss.SSS 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Words() {}

    public static String ago(Instant time) {
        var passed = Duration.between(time, Instant.now());
        return passed.isNegative() ? "in " + span(passed.negated()) : span(passed) + " ago";
    }

    public static String ago(Optional<Instant> time) {
        return time.map(Words::ago).orElse("–");
    }

    public static String exact(Instant time) {
        return EXACT.format(time);
    }

    public static String exact(Optional<Instant> time) {
        return time.map(Words::exact).orElse("");
    }

    /** As a form's field has it, which knows no zone. */
    public static String local(Optional<Instant> time) {
        return time.map(given ->
                        given.atOffset(ZoneOffset.UTC).toLocalDateTime().truncatedTo(ChronoUnit.SECONDS))
                .map(DateTimeFormatter.ISO_LOCAL_DATE_TIME::format)
                .orElse("");
    }

    public static String age(Optional<Instant> since) {
        return since.map(time -> span(Duration.between(time, Instant.now()))).orElse("–");
    }

    /** What somebody chose as it is, such as 1 h; what was measured rounded to what matters at its size. */
    public static String span(Duration span) {
        return span.isNegative() ? "0 s" : whole(span).orElseGet(() -> rounded(span));
    }

    /** A whole number of days, hours or minutes, or of seconds that are few. */
    private static Optional<String> whole(Duration span) {
        var seconds = span.toSeconds();
        if (seconds == 0 || span.toNanosPart() != 0) {
            return Optional.empty();
        }
        if (seconds % 86_400 == 0) {
            return Optional.of(seconds == 86_400 ? "1 day" : seconds / 86_400 + " days");
        }
        if (seconds % 60 == 0) {
            return Optional.of(seconds % 3_600 == 0 ? seconds / 3_600 + " h" : seconds / 60 + " min");
        }
        return seconds < 120 ? Optional.of(seconds + " s") : Optional.empty();
    }

    private static String rounded(Duration span) {
        if (span.toSeconds() < 10) {
            return span.toMillis() < 1_000
                    ? span.toMillis() + " ms"
                    : String.format(Locale.ROOT, "%.1f s", span.toMillis() / 1000.0);
        }
        if (span.toMinutes() < 2) {
            return span.toSeconds() + " s";
        }
        if (span.toHours() < 2) {
            return span.toMinutes() + " min";
        }
        return span.toDays() < 2 ? span.toHours() + " h" : span.toDays() + " days";
    }

    public static String span(Optional<Duration> span) {
        return span.map(Words::span).orElse("–");
    }

    /** A count that stops at a cap. */
    public static String count(int count) {
        return count >= QueueRow.Depth.CAP ? "10,000+" : String.format(Locale.ROOT, "%,d", count);
    }

    /** A count that may not be of all. */
    public static String atLeast(long count, boolean isAll) {
        return number(count) + (isAll ? "" : "+");
    }

    public static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    public static String bytes(long bytes) {
        if (bytes < 10_000) {
            return bytes + " bytes";
        }
        return bytes < 10_000_000 ? bytes / 1_000 + " kB" : number(bytes / 1_000_000) + " MB";
    }

    /** A name as one step of a path, whatever is in it. */
    public static String step(String name) {
        return UriUtils.encodePathSegment(name, StandardCharsets.UTF_8).replace("/", "%2F");
    }

    /** A path of several steps, whatever is in them. */
    public static String path(String path) {
        return Arrays.stream(path.split("/", -1)).map(Words::step).collect(Collectors.joining("/"));
    }

    /** A value in an address's query. */
    public static String value(String text) {
        return UriUtils.encode(text, StandardCharsets.UTF_8);
    }
}
