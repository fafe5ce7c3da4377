// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

/** How words look: as a terminal can show them, if there is one and nobody minds colours. */
record Style(boolean terminal, boolean colours) {
    private static final String HOME = "\033[H";
    static final String CLEAR_LINE = "\033[K";
    private static final String CLEAR_BELOW = "\033[J";

    /** The launcher script knows whether there is a terminal; the JVM does not say. */
    static Style of(Caller caller) {
        return of(caller, "howdah.terminal");
    }

    /** The same of stderr. */
    static Style ofErrors(Caller caller) {
        return of(caller, "howdah.terminal.errors");
    }

    private static Style of(Caller caller, String property) {
        var environment = caller.environment();
        var terminal = Boolean.getBoolean(property)
                && !environment.getOrDefault("TERM", "").equals("dumb");
        return new Style(
                terminal, terminal && environment.getOrDefault("NO_COLOR", "").isEmpty());
    }

    /** In place of what was there before. */
    String screen(String text) {
        return terminal ? HOME + text.replace("\n", CLEAR_LINE + "\n") + CLEAR_BELOW : text;
    }

    String heading(String text) {
        return styled("1", text);
    }

    String alarm(String text) {
        return styled("31", text);
    }

    String warning(String text) {
        return styled("33", text);
    }

    private String styled(String code, String text) {
        return colours ? "\033[" + code + "m" + text + "\033[0m" : text;
    }
}
