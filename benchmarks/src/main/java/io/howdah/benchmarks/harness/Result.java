// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.util.List;

/** What became of one contender in one scenario. */
sealed interface Result {
    String contender();

    record Measured(String contender, List<Measurement> repeats) implements Result {
        Summary summary() {
            return Summary.of(repeats);
        }
    }

    /** It cannot run here. */
    record Skipped(String contender, String reason) implements Result {}

    /** It broke, and what it had measured before is void. */
    record Failed(String contender, String reason) implements Result {}
}
