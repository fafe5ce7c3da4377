// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.log;

import io.howdah.log.NewEvent;
import io.howdah.web.WebException;
import io.howdah.web.api.Given;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events that are appended together.
 *
 * @param expectedVersion how many events were appended to their key in this way before
 */
record NewLogEvents(
        @Nullable List<NewLogEvent> events, @Nullable Long expectedVersion) {
    private static final int MOST = 1_000;

    NewLogEvents {
        if (events == null || events.isEmpty() || events.size() > MOST) {
            throw WebException.invalid("events is a list of 1 to " + MOST + ".");
        }
    }

    List<NewEvent> all() {
        return Given.or(events, List.<NewLogEvent>of()).stream()
                .map(NewLogEvent::event)
                .toList();
    }
}
