// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.web.console.Words;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * How far something is, told on stderr: at a terminal one line with a bar that is drawn anew, elsewhere a line when
 * something has changed, and not too many of those.
 */
final class ProgressLine {
    private static final int BAR = 20;
    private static final int WIDTH = 100;
    private static final Duration AT_MOST_EVERY = Duration.ofSeconds(5);

    private final PrintWriter err;
    private final Style style;
    private String said = "";
    private long saidAt;

    ProgressLine(PrintWriter err, Style style) {
        this.err = err;
        this.style = style;
    }

    void show(Standing standing, Duration since) {
        var words = clean(standing.words());
        if (style.terminal()) {
            draw(fit(bar(standing.percent()) + words + ", " + Words.span(since)));
            return;
        }
        var line = words
                + (standing.percent().isPresent() ? " (" + standing.percent().getAsInt() + " %)" : "");
        var now = System.nanoTime();
        if (!line.equals(said) && (said.isEmpty() || now - saidAt >= AT_MOST_EVERY.toNanos())) {
            said = line;
            saidAt = now;
            err.println(line);
            err.flush();
        }
    }

    /** The last word, in the place of all before. */
    void end(String words, Duration since, boolean well) {
        var line = clean(words) + ", after " + Words.span(since);
        if (style.terminal()) {
            draw(well ? line : style.alarm(line));
            err.println();
        } else {
            err.println(line);
        }
        err.flush();
    }

    private void draw(String line) {
        err.print("\r" + line + Style.CLEAR_LINE);
        err.flush();
    }

    private static String bar(OptionalInt percent) {
        if (percent.isEmpty()) {
            return "";
        }
        var full = BAR * Math.clamp(percent.getAsInt(), 0, 100) / 100;
        return "[%s%s] %3d %% ".formatted("#".repeat(full), "-".repeat(BAR - full), percent.getAsInt());
    }

    /** A line that is broken by the terminal cannot be drawn over. */
    private static String fit(String line) {
        return line.length() <= WIDTH ? line : line.substring(0, WIDTH - 1) + "…";
    }

    private static String clean(String words) {
        return words.replaceAll("\\p{Cntrl}+", " ");
    }
}
