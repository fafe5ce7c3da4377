// SPDX-License-Identifier: Apache-2.0
package io.howdah.cluster;

import io.howdah.DurabilityException;
import io.howdah.LoopState;
import io.howdah.WakeupState;
import io.howdah.internal.Platform;
import io.howdah.internal.db.Poolers;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The processes that share this schema, and this one among them. Thread-safe. */
public final class Cluster {
    private static final Logger log = LoggerFactory.getLogger(Cluster.class);

    /** More than anybody runs, fewer than anybody wants to scroll through. */
    private static final int MOST_MEMBERS = 1_000;

    private final Platform platform;
    private final ClusterStore store;

    /** Made by {@link io.howdah.Howdah}. */
    public Cluster(Platform platform) {
        this.platform = platform;
        this.store = new ClusterStore(platform.db(), platform.reads());
    }

    /** Those that live, the youngest first, then those that ended in the last day. */
    public List<Member> members() {
        return store.members(MOST_MEMBERS);
    }

    /** This process; empty while it is not started. */
    public Optional<Member> self() {
        return platform.membership()
                .id()
                .flatMap(id -> members().stream()
                        .filter(member -> member.id().equals(id))
                        .findFirst());
    }

    /** Whether this process may take work now. Answers from memory: no database is asked. */
    public boolean isAlive() {
        return platform.membership().isAlive();
    }

    public WakeupState wakeups() {
        return platform.wakeups().state();
    }

    /** The background loops of this process. */
    public List<LoopState> loops() {
        return Stream.of(platform.membership().backgrounds(), platform.wakeups().backgrounds(), platform.backgrounds())
                .flatMap(backgrounds -> backgrounds.states().stream())
                .toList();
    }

    /** Asks the database how safe it keeps what it is given. */
    public DurabilityReport durability() {
        return Inspection.of(store.server(), store.reads(), Poolers.isBehindPooler(platform.dataSource()));
    }

    /** Logs the report, and throws if it is worse than required. */
    public void requireDurability(Durability required) {
        var report = durability();
        log.info("PostgreSQL {}, durability {}", report.serverVersion(), report.grade());
        report.concerns().forEach(concern -> log.info("Concern: {}", concern));
        if (report.grade().compareTo(required) < 0) {
            throw new DurabilityException("The database is " + report.grade() + " and this process requires " + required
                    + ": " + report.concerns());
        }
    }
}
