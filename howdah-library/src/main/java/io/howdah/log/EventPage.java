// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.util.List;
import java.util.OptionalLong;

/**
 * Some of the events that a query finds.
 *
 * @param next the offset to go on from, because looking stopped there; empty at the end, and also where a page that is
 *     full is of several partitions, in which there is no such place
 */
public record EventPage(List<LogEvent> events, OptionalLong next) {
    public EventPage {
        events = List.copyOf(events);
    }
}
