// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.net.ForbiddenAddressException;
import io.howdah.internal.net.HttpAnswer;
import io.howdah.internal.net.HttpCall;
import io.howdah.internal.net.HttpPoster;
import io.howdah.notification.CourierStore.Target;
import io.howdah.notification.CourierStore.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Optional;

/** Delivers by HTTP POST, signed as Standard Webhooks has it. Thread-safe. */
final class Webhooks implements Carrier {
    private static final int GONE = 410;

    private final HttpPoster poster;

    Webhooks(HttpPoster poster) {
        this.poster = poster;
    }

    @Override
    public ChannelAnswer carry(Verdict.Go go, Optional<String> trace) throws IOException {
        var outgoing = go.outgoing();
        var target = go.target().orElseThrow();
        try {
            return judge(poster.post(call(outgoing, target, trace)), outgoing.sentAt());
        } catch (ForbiddenAddressException forbidden) {
            return ChannelAnswer.refused("forbidden-address", String.valueOf(forbidden.getMessage()));
        }
    }

    private static HttpCall call(Outgoing outgoing, Target target, Optional<String> trace) {
        var body = outgoing.content().getBytes(StandardCharsets.UTF_8);
        var id = outgoing.id().toString();
        var seconds = outgoing.sentAt().getEpochSecond();
        var headers = new HashMap<String, String>();
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "Howdah");
        headers.put("webhook-id", id);
        headers.put("webhook-timestamp", Long.toString(seconds));
        headers.put("webhook-signature", WebhookSecret.signatures(target.secrets(), id, seconds, body));
        trace.ifPresent(traceparent -> headers.put("traceparent", traceparent));
        return new HttpCall(target.url(), headers, body, target.timeout());
    }

    /** 2xx is success, and nothing else is: a redirect is not followed, for it could lead anywhere. */
    private static ChannelAnswer judge(HttpAnswer answer, Instant now) {
        var status = answer.status();
        var said = status >= 200 && status < 300
                ? ChannelAnswer.delivered()
                : status == GONE
                        ? ChannelAnswer.gone("the receiver answered 410: it is gone")
                        : ChannelAnswer.failed("the receiver answered " + status);
        var whole = said.status(status).peer(answer.peer()).answer(answer.body());
        return status < 300
                ? whole
                : answer.header("retry-after")
                        .flatMap(text -> pause(text, now))
                        .map(whole::retryAfter)
                        .orElse(whole);
    }

    /** Seconds, or a date. */
    private static Optional<Duration> pause(String text, Instant now) {
        try {
            var pause = text.matches("\\d{1,9}")
                    ? Duration.ofSeconds(Long.parseLong(text))
                    : Duration.between(
                            now,
                            ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                                    .toInstant());
            return pause.isPositive() ? Optional.of(pause) : Optional.empty();
        } catch (DateTimeParseException unreadable) {
            return Optional.empty();
        }
    }
}
