// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import java.util.regex.Pattern;

/**
 * A queue of messages: its name and what its payloads are. Make it a constant that those who send and those who receive
 * share. Immutable.
 */
public final class QueueName<T> {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,94}");

    private final String name;
    private final Class<T> payload;

    private QueueName(String name, Class<T> payload) {
        this.name = name;
        this.payload = payload;
    }

    public static <T> QueueName<T> of(String name, Class<T> payload) {
        if (!ALLOWED.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the name of a queue of messages has 1 to 95 letters, digits or . _ : / -"
                            + " and begins with a letter or digit: \"" + name + "\"");
        }
        return new QueueName<>(name, payload);
    }

    /** Where its dead letters go unless its settings say otherwise: {@code <name>.dead}. */
    public QueueName<T> deadLetters() {
        return new QueueName<>(name + ".dead", payload);
    }

    public String name() {
        return name;
    }

    public Class<T> payload() {
        return payload;
    }

    @Override
    public String toString() {
        return name;
    }
}
