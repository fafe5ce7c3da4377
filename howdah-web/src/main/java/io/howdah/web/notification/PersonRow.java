// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Person;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Somebody who is notified: where, by which channels, and when not. */
public record PersonRow(
        String name,
        Map<String, String> addresses,
        Map<String, List<String>> channels,
        Optional<LocalTime> quietFrom,
        Optional<LocalTime> quietTo,
        String zone,
        Optional<Duration> digest) {
    static PersonRow of(Person person) {
        return new PersonRow(
                person.name(),
                person.addresses(),
                person.channels(),
                person.quietFrom(),
                person.quietTo(),
                person.zone().getId(),
                person.digest());
    }

    /** A channel and an address to a line. */
    public String addressLines() {
        return addresses.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(one -> one.getKey() + " " + one.getValue())
                .collect(Collectors.joining("\n"));
    }

    /** A type and its channels to a line. */
    public String channelLines() {
        return channels.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(one -> one.getKey() + " " + String.join(" ", one.getValue()))
                .collect(Collectors.joining("\n"));
    }
}
