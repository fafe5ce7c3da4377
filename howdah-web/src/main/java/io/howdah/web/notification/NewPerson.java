// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Person;
import io.howdah.web.WebException;
import io.howdah.web.api.Given;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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

    /** What a form says: a channel and an address to a line, a type and its channels to a line. */
    static NewPerson of(Map<String, String> form) {
        var addresses = new LinkedHashMap<String, String>();
        lines(form, "addresses")
                .forEach(words -> addresses.put(words.getFirst(), String.join(" ", words.subList(1, words.size()))));
        Optional.ofNullable(Asking.word(form, "email")).ifPresent(email -> addresses.put("email", email));
        var channels = new LinkedHashMap<String, List<String>>();
        lines(form, "channels").forEach(words -> channels.put(words.getFirst(), words.subList(1, words.size())));
        try {
            return new NewPerson(
                    addresses,
                    channels,
                    parsed(form, "quietFrom", LocalTime::parse),
                    parsed(form, "quietTo", LocalTime::parse),
                    parsed(form, "zone", ZoneId::of),
                    parsed(form, "digest", Duration::parse));
        } catch (DateTimeException wrong) {
            throw WebException.invalid("This is no time, zone or duration: " + wrong.getMessage());
        }
    }

    private static List<List<String>> lines(Map<String, String> form, String name) {
        return form.getOrDefault(name, "")
                .lines()
                .filter(line -> !line.isBlank())
                .map(line -> {
                    var words = List.of(line.strip().split("\\s+"));
                    if (words.size() < 2) {
                        throw WebException.invalid("Each line of " + name + " has two words or more: " + line.strip());
                    }
                    return words;
                })
                .toList();
    }

    private static <T> @Nullable T parsed(Map<String, String> form, String name, Function<String, T> parser) {
        var word = Asking.word(form, name);
        return word == null ? null : parser.apply(word);
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
