// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.util.Optional;

/** One way to do what a scenario asks: ours, a peer's, or the raw database's. */
public interface Contender {
    /** What it is called in the report. */
    String name();

    /** Why it cannot run here, if so: it is then skipped with a line that says this. */
    default Optional<String> unavailable() {
        return Optional.empty();
    }

    /** How it is set up, in a line for the report; empty if there is nothing to say. */
    default String settings() {
        return "";
    }

    /** Whoever of the same scenario does the same under easier conditions: the report shows the ratio to it. */
    default Optional<String> control() {
        return Optional.empty();
    }

    /** Makes everything ready that is not to be measured: schema, connections, a backlog. */
    Trial prepare(Stage stage) throws Exception;

    /** A contender that can always run. */
    static Contender of(String name, Preparation preparation) {
        return new Contender() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Trial prepare(Stage stage) throws Exception {
                return preparation.prepare(stage);
            }
        };
    }

    /** {@link Contender#prepare} as a function. */
    @FunctionalInterface
    interface Preparation {
        Trial prepare(Stage stage) throws Exception;
    }
}
