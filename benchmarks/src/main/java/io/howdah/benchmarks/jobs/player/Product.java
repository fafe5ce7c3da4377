// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs.player;

import java.util.function.IntConsumer;

/** A queue of jobs on PostgreSQL, used as an application would. The jobs carry a number and do nothing. */
interface Product extends AutoCloseable {
    /** What it should be tuned for. */
    enum Aim {
        THROUGHPUT,
        LATENCY
    }

    /** Creates its tables. */
    void install() throws Exception;

    /** Gets ready to enqueue what others wait for. */
    default void produce() {}

    /** Enqueues one job and returns when it is committed; called by several threads. */
    void enqueue(int number) throws Exception;

    /** Enqueues the jobs of these numbers, the last one not included, in one call. */
    void enqueueAll(int from, int to) throws Exception;

    /** Begins to handle jobs: each number is told to the handler, from several threads. */
    void work(Aim aim, IntConsumer handler) throws Exception;

    @Override
    void close();
}
