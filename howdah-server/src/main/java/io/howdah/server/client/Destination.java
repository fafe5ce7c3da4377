// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.CommandException;
import io.howdah.server.DevDirectory;
import java.io.IOException;
import java.util.Optional;

/**
 * The replica that a command talks to, and who said so: an option, the environment, the current context, or
 * {@code howdah dev}, in this order. What is said by halves or twice is refused: the wrong replica is worse than none.
 */
record Destination(Target target, String because) {
    static final String URL = "HOWDAH_URL";
    static final String KEY = "HOWDAH_API_KEY";
    static final String CONTEXT = "HOWDAH_CONTEXT";

    static Destination of(Caller caller) throws IOException {
        var option = caller.context();
        if (option.isPresent()) {
            return context(caller, option.get(), "--context");
        }
        var named = variable(caller, CONTEXT);
        var address = address(caller, named);
        if (address.isPresent()) {
            return address.get();
        }
        if (named.isPresent()) {
            return context(caller, named.get(), CONTEXT);
        }
        var current = Contexts.of(caller).current();
        if (current.isPresent()) {
            return context(caller, current.get(), "the current one");
        }
        return Target.in(DevDirectory.usual().resolve("client"))
                .map(target -> new Destination(target, "howdah dev on this machine"))
                .orElseThrow(() -> refused("No replica is named. Say which: howdah context add NAME URL --use, or "
                        + URL + " and " + KEY + " in the environment. Or run one here: howdah dev"));
    }

    private static Destination context(Caller caller, String name, String because) throws IOException {
        return new Destination(Contexts.of(caller).get(name), "context " + name + ", " + because);
    }

    private static Optional<Destination> address(Caller caller, Optional<String> context) {
        var url = variable(caller, URL);
        var key = variable(caller, KEY);
        if (url.isPresent() != key.isPresent()) {
            throw refused(url.isPresent() ? by(URL, KEY) : by(KEY, URL));
        }
        if (url.isPresent() && context.isPresent()) {
            throw refused(URL + " and " + CONTEXT + " are both set, and may mean two replicas: unset one of them.");
        }
        return url.map(given -> new Destination(new Target(given.replaceFirst("/+$", ""), key.orElseThrow()), URL));
    }

    private static String by(String set, String missing) {
        return set + " is set and " + missing + " is not: set both or none, or keep both as a context:"
                + " howdah context add NAME URL";
    }

    private static Optional<String> variable(Caller caller, String name) {
        return Optional.ofNullable(caller.environment().get(name)).filter(value -> !value.isBlank());
    }

    private static CommandException refused(String why) {
        return CommandException.withCode(2, why);
    }
}
