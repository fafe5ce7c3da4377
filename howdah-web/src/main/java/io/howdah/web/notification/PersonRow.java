// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Person;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Somebody who is notified: where, by which channels, and when not. */
record PersonRow(
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
}
