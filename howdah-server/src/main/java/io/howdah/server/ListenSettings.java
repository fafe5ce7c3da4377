// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a replica answers.
 *
 * @param trust whether X-Forwarded headers are believed
 */
record ListenSettings(String bind, int port, Web.Trust trust) {
    static final String LISTEN = "HOWDAH_LISTEN";
    static final String BEHIND_PROXY = "HOWDAH_BEHIND_PROXY";
    static final String STANDARD = "127.0.0.1:7070";

    private static final Pattern ADDRESS = Pattern.compile("(.+):(\\d{1,5})");
    private static final int LAST_PORT = 65_535;

    static ListenSettings from(Map<String, String> settings) {
        var text = settings.getOrDefault(LISTEN, STANDARD);
        var address = ADDRESS.matcher(text);
        if (!address.matches() || Integer.parseInt(address.group(2)) > LAST_PORT) {
            throw CommandException.wrongSetting(LISTEN + " is an address and a port, such as 0.0.0.0:7070: " + text);
        }
        var bind = address.group(1).replaceFirst("^\\[(.*)]$", "$1");
        return new ListenSettings(bind, Integer.parseInt(address.group(2)), trust(settings));
    }

    private static Web.Trust trust(Map<String, String> settings) {
        return switch (settings.getOrDefault(BEHIND_PROXY, "no")) {
            case "yes" -> Web.Trust.PROXY;
            case "no" -> Web.Trust.NOBODY;
            default ->
                throw CommandException.wrongSetting(BEHIND_PROXY + " is yes or no: " + settings.get(BEHIND_PROXY));
        };
    }

    /** How a person at this machine reaches it: nobody gets to 0.0.0.0. */
    String host() {
        return switch (bind) {
            case "0.0.0.0", "::", "*" -> "localhost";
            default -> bind.contains(":") ? "[" + bind + "]" : bind;
        };
    }

    /** With what was said on the command line in its place. */
    ListenSettings or(Optional<String> bind, Optional<Integer> port, boolean behindProxy) {
        return new ListenSettings(
                bind.orElse(this.bind), port.orElse(this.port), behindProxy ? Web.Trust.PROXY : trust);
    }
}
