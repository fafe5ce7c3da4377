// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Person;
import io.howdah.web.WebException;
import io.howdah.web.api.Given;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where somebody is reached, by which channels, and when not; what is left out is as usual, and not as it was.
 *
 * @param addresses by channel
 * @param channels which are wanted, by type; {@code *} is every other type
 */
record NewPerson(
        @Nullable Map<String, String> addresses,
        @Nullable Map<String, List<String>> channels,
        @Nullable LocalTime quietFrom,
        @Nullable LocalTime quietTo,
        @Nullable ZoneId zone,
        @Nullable Duration digest) {
    private static final int MOST = 20;

    NewPerson {
        if ((quietFrom == null) != (quietTo == null)) {
            throw WebException.invalid("quietFrom and quietTo belong together.");
        }
        if ((addresses != null && addresses.size() > MOST) || (channels != null && channels.size() > 100)) {
            throw WebException.invalid("Somebody has up to 20 addresses, and preferences for up to 100 types.");
        }
    }

    Person person(String name) {
        var person = Person.of(name);
        for (var address : Given.or(addresses, Map.<String, String>of()).entrySet()) {
            person = person.address(address.getKey(), String.valueOf(address.getValue()));
        }
        for (var wanted : Given.or(channels, Map.<String, List<String>>of()).entrySet()) {
            person = person.prefersFor(wanted.getKey(), wanted(wanted.getValue()));
        }
        if (quietFrom != null && quietTo != null) {
            person = person.quiet(quietFrom, quietTo, Given.or(zone, ZoneId.of("UTC")));
        }
        return Given.with(person, digest, Person::digest);
    }

    private static String[] wanted(@Nullable List<String> channels) {
        var all = Given.or(channels, List.<String>of());
        if (all.size() > MOST) {
            throw WebException.invalid("a type has up to 20 channels.");
        }
        return all.stream().map(String::valueOf).toArray(String[]::new);
    }
}
