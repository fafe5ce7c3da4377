// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.job.WorkflowNode.Role;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A graph of jobs: each begins when all that it comes after are done, and can use their results. Made by {@link #of},
 * started by {@link Workflows#start}, as often as you like. Immutable.
 */
public final class Workflow {
    private static final int MOST_NODES = 1_000;
    private static final int MOST_EDGES = 10_000;
    private static final int LONGEST_NAME = 100;

    /** What becomes of the rest when one of them does not succeed. */
    public enum IfOneFails {
        /** What runs is cancelled, what waits never begins. */
        CANCEL_REST,
        /** What does not depend on it goes on. */
        CONTINUE
    }

    private final String name;
    private final IfOneFails ifOneFails;
    private final @Nullable String correlation;
    private final List<FlowNode<?>> nodes;

    private Workflow(Builder builder) {
        this.name = builder.name;
        this.ifOneFails = builder.ifOneFails;
        this.correlation = builder.correlation;
        this.nodes = List.copyOf(builder.nodes.values());
    }

    public static Builder of(String name) {
        requireName("workflow", name);
        return new Builder(name);
    }

    static void requireName(String what, String name) {
        if (name.isBlank() || name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("the name of a " + what + " has 1 to 100 characters: \"" + name + "\"");
        }
    }

    String name() {
        return name;
    }

    String policy() {
        return ifOneFails == IfOneFails.CONTINUE ? "continue" : "stop";
    }

    @Nullable
    String correlation() {
        return correlation;
    }

    List<FlowNode<?>> nodes() {
        return nodes;
    }

    /** Says what a workflow consists of. Used by one thread. */
    public static final class Builder {
        private final String name;
        private final Map<String, FlowNode<?>> nodes = new LinkedHashMap<>();
        private IfOneFails ifOneFails = IfOneFails.CANCEL_REST;
        private @Nullable String correlation;

        private Builder(String name) {
            this.name = name;
        }

        /** A job that begins when those that it comes after are done; with none, at once. */
        public <T> Builder add(String node, JobType<T> type, T payload, String... after) {
            return add(node, type, payload, JobOptions.none(), after);
        }

        /** A job with options of its own; a delay counts from the moment it could begin. */
        public <T> Builder add(String node, JobType<T> type, T payload, JobOptions options, String... after) {
            return put(new FlowNode<>(node, Role.STEP, type, payload, options, new LinkedHashSet<>(List.of(after))));
        }

        /** A job that runs when one of them did not succeed and all the others are over: to undo, to tell somebody. */
        public <T> Builder onFailure(String node, JobType<T> type, T payload) {
            return put(new FlowNode<>(node, Role.FAILURE, type, payload, JobOptions.none(), Set.of()));
        }

        /** Default: {@link IfOneFails#CANCEL_REST}. */
        public Builder ifOneFails(IfOneFails ifOneFails) {
            this.ifOneFails = ifOneFails;
            return this;
        }

        /** What all of it belongs to, unless a job says otherwise: up to 200 characters. */
        public Builder correlation(String correlation) {
            this.correlation = correlation;
            return this;
        }

        private Builder put(FlowNode<?> node) {
            var named = String.valueOf(node.name());
            requireName("node", named);
            if (nodes.putIfAbsent(named, node) != null) {
                throw new IllegalArgumentException("workflow " + name + " has a node " + named + " already");
            }
            return this;
        }

        /**
         * Makes the workflow, once it is found to be possible.
         *
         * @throws WorkflowException if a node comes after one that is not there, or if they wait for each other
         */
        public Workflow build() {
            var edges = nodes.values().stream()
                    .mapToInt(node -> node.after().size())
                    .sum();
            if (nodes.isEmpty() || nodes.size() > MOST_NODES || edges > MOST_EDGES) {
                throw new IllegalArgumentException("a workflow has 1 to 1000 nodes and up to 10000 dependencies; "
                        + name + " has " + nodes.size() + " and " + edges);
            }
            for (var node : nodes.values()) {
                for (var after : node.after()) {
                    var other = nodes.get(after);
                    if (other == null || other.role() != Role.STEP) {
                        throw WorkflowException.unknownNode(name, String.valueOf(node.name()), after);
                    }
                }
            }
            requireNoCycle();
            return new Workflow(this);
        }

        /** Takes away what waits for nothing, until nothing is left, or only what waits for each other. */
        private void requireNoCycle() {
            var open = new LinkedHashMap<String, Set<String>>();
            nodes.forEach((node, spec) -> open.put(node, new LinkedHashSet<>(spec.after())));
            var free = new ArrayDeque<String>();
            open.forEach((node, after) -> {
                if (after.isEmpty()) {
                    free.add(node);
                }
            });
            while (!free.isEmpty()) {
                var done = free.remove();
                open.remove(done);
                open.forEach((node, after) -> {
                    if (after.remove(done) && after.isEmpty()) {
                        free.add(node);
                    }
                });
            }
            if (!open.isEmpty()) {
                throw WorkflowException.cycle(name, cycle(open));
            }
        }

        /** Each of these waits for another of them: following that leads back to where one has been. */
        private static List<String> cycle(Map<String, Set<String>> open) {
            var path = new ArrayList<String>();
            var node = open.keySet().iterator().next();
            while (!path.contains(node)) {
                path.add(node);
                node = open.getOrDefault(node, Set.of()).iterator().next();
            }
            path.add(node);
            return path.subList(path.indexOf(node), path.size());
        }
    }
}
