// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.job.WorkflowNode.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Many jobs that belong together, and one that runs once when all of them have ended, however they ended. Started by
 * {@link Workflows#start}. Used by one thread.
 */
public final class Batch {
    private static final int MOST = 100_000;

    private final String name;
    private final List<FlowNode<?>> nodes = new ArrayList<>();
    private @Nullable String correlation;
    private boolean hasLast;

    private Batch(String name) {
        this.name = name;
    }

    public static Batch of(String name) {
        Workflow.requireName("batch", name);
        return new Batch(name);
    }

    public <T> Batch add(JobType<T> type, T payload, JobOptions options) {
        if (nodes.size() == MOST) {
            throw new IllegalArgumentException("a batch begins with at most 100000 jobs; its jobs can add more");
        }
        nodes.add(new FlowNode<>(null, Role.STEP, type, payload, options, Set.of()));
        return this;
    }

    public <T> Batch addAll(JobType<T> type, List<T> payloads, JobOptions options) {
        payloads.forEach(payload -> add(type, payload, options));
        return this;
    }

    /** The job that runs when all have ended; it learns how many ended how by {@link Job#workflow}. */
    public <T> Batch then(JobType<T> type, T payload) {
        if (hasLast) {
            throw new IllegalArgumentException("batch " + name + " has a job that comes last already");
        }
        hasLast = true;
        nodes.add(new FlowNode<>(null, Role.ALWAYS, type, payload, JobOptions.none(), Set.of()));
        return this;
    }

    /** What all of it belongs to, unless a job says otherwise: up to 200 characters. */
    public Batch correlation(String correlation) {
        this.correlation = correlation;
        return this;
    }

    String name() {
        return name;
    }

    @Nullable
    String correlation() {
        return correlation;
    }

    List<FlowNode<?>> nodes() {
        return List.copyOf(nodes);
    }
}
