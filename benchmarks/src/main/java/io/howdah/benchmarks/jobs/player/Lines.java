// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs.player;

import java.io.PrintStream;
import tools.jackson.databind.json.JsonMapper;

/** The way out of a player: one JSON value per line. */
final class Lines {
    private final PrintStream out;

    Lines(PrintStream out) {
        this.out = out;
    }

    void write(Object value) {
        String line = JsonMapper.shared().writeValueAsString(value);
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }
}
