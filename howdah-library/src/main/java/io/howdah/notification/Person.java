// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Somebody who is notified: where he is reached, by which channels, and when not. Immutable. */
public final class Person {
    private static final String INBOX = "inbox";

    private final String name;
    private Map<String, String> addresses = Map.of();
    private Map<String, List<String>> channels = Map.of("*", List.of(INBOX));
    private ZoneId zone = ZoneId.of("UTC");
    private @Nullable LocalTime quietFrom;
    private @Nullable LocalTime quietTo;
    private @Nullable Duration digest;

    private Person(String name) {
        this.name = name;
    }

    /** Reached in his inbox, unless more is said. */
    public static Person of(String name) {
        if (name.isEmpty() || name.length() > 200) {
            throw new IllegalArgumentException("a person's name has 1 to 200 characters: \"" + name + "\"");
        }
        return new Person(name);
    }

    public Person email(String address) {
        return address("email", address);
    }

    /** Where he is reached by a channel; for {@code webhook} that is the name of an endpoint. */
    public Person address(String channel, String address) {
        var more = new HashMap<>(addresses);
        more.put(Recipient.requireChannel(channel), address);
        return copy(person -> person.addresses = Map.copyOf(more));
    }

    /** By which channels he wants what he has said nothing else about; none is none. */
    public Person prefers(String... channels) {
        return prefersFor("*", channels);
    }

    /**
     * By which channels he wants notifications of a type, {@code order.shipped}, or of all below a word,
     * {@code order.*}; what is said most exactly counts.
     */
    public Person prefersFor(String type, String... channels) {
        var more = new HashMap<>(this.channels);
        more.put(
                TypePattern.require(type),
                List.of(channels).stream().map(Recipient::requireChannel).toList());
        return copy(person -> person.channels = Map.copyOf(more));
    }

    /** When only urgent ones reach him, except in his inbox. The hours may go past midnight. */
    public Person quiet(LocalTime from, LocalTime to, ZoneId zone) {
        return copy(person -> {
            person.quietFrom = from;
            person.quietTo = to;
            person.zone = zone;
        });
    }

    /** What is not urgent is gathered for so long and sent as one, except to his inbox: 1 minute to 7 days. */
    public Person digest(Duration period) {
        if (period.compareTo(Duration.ofMinutes(1)) < 0 || period.compareTo(Duration.ofDays(7)) > 0) {
            throw new IllegalArgumentException("a digest comes every minute to every 7 days: " + period);
        }
        return copy(person -> person.digest = period);
    }

    private Person copy(Consumer<Person> change) {
        var copy = new Person(name);
        copy.addresses = addresses;
        copy.channels = channels;
        copy.zone = zone;
        copy.quietFrom = quietFrom;
        copy.quietTo = quietTo;
        copy.digest = digest;
        change.accept(copy);
        return copy;
    }

    public String name() {
        return name;
    }

    public Map<String, String> addresses() {
        return addresses;
    }

    /** By type; {@code *} is every other type. */
    public Map<String, List<String>> channels() {
        return channels;
    }

    public ZoneId zone() {
        return zone;
    }

    public Optional<LocalTime> quietFrom() {
        return Optional.ofNullable(quietFrom);
    }

    public Optional<LocalTime> quietTo() {
        return Optional.ofNullable(quietTo);
    }

    public Optional<Duration> digest() {
        return Optional.ofNullable(digest);
    }
}
