// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.log;

import io.howdah.log.Decider;
import io.howdah.log.StartAt;
import io.howdah.web.WebException;
import io.howdah.web.access.Caller;
import io.howdah.web.access.Gate;
import io.howdah.web.api.Given;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What somebody decides about a group. Each verb has a body of its own: a {@code dryRun} it does not know is refused.
 */
final class NewDecision {
    private NewDecision() {}

    static Decider by(HttpServletRequest request, @Nullable String reason) {
        return new Decider(Gate.caller(request).map(Caller::name).orElse("nobody"), Given.or(reason, ""));
    }

    record NewGroupSwitch(@Nullable String reason) {}

    record NewGroupReset(
            @Nullable String to,
            @Nullable Long offset,
            @Nullable Instant time,
            @Nullable Boolean dryRun,
            @Nullable String reason) {
        StartAt place() {
            return switch (Given.or(to, "")) {
                case "earliest" -> StartAt.earliest();
                case "latest" -> StartAt.latest();
                case "offset" -> StartAt.offset(required("offset", offset));
                case "time" -> StartAt.time(required("time", time));
                default -> throw WebException.invalid("to is earliest, latest, offset or time: " + to);
            };
        }

        boolean isDryRun() {
            return Boolean.TRUE.equals(dryRun);
        }
    }

    record NewGroupSeek(
            @Nullable Integer partition,
            @Nullable Long offset,
            @Nullable String reason) {
        int requirePartition() {
            return required("partition", partition);
        }

        long requireOffset() {
            return required("offset", offset);
        }
    }

    /** About a unit that is parked. */
    record NewGroupParked(
            @Nullable Integer partition,
            @Nullable Long unit,
            @Nullable String reason) {
        int requirePartition() {
            return required("partition", partition);
        }

        long requireUnit() {
            return required("unit", unit);
        }
    }

    private static <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw WebException.invalid(name + " is missing.");
        }
        return value;
    }
}
