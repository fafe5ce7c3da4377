// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.util.List;

/** A question that is answered by measuring several contenders in several scenarios. */
public interface Benchmark extends AutoCloseable {
    /** What it is called on the command line. */
    String name();

    /** One line that says what is measured. */
    String summary();

    /** What is measured, in the order of the report. */
    List<Scenario> scenarios();

    /** Ends what its contenders kept between their turns, such as processes. */
    @Override
    default void close() {}
}
