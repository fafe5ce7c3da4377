// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.io.PrintWriter;

/** What a person at a terminal reads; in colour where a terminal shows it and nobody minds. */
final class Console {
    private final PrintWriter out;
    private final boolean colours;

    private Console(PrintWriter out, boolean colours) {
        this.out = out;
        this.colours = colours;
    }

    /** The launcher script knows whether there is a terminal; the JVM does not say. */
    static Console on(PrintWriter out) {
        var noColour = System.getenv("NO_COLOR");
        return new Console(out, Boolean.getBoolean("howdah.terminal") && (noColour == null || noColour.isEmpty()));
    }

    synchronized void line(String line) {
        out.println(line);
        out.flush();
    }

    String bold(String text) {
        return styled("1", text);
    }

    String faint(String text) {
        return styled("2", text);
    }

    String warning(String text) {
        return styled("33", text);
    }

    private String styled(String code, String text) {
        return colours ? "\033[" + code + "m" + text + "\033[0m" : text;
    }
}
