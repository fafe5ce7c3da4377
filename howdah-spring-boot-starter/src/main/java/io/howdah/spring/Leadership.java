// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import io.howdah.lock.Candidacy;
import io.howdah.lock.LeaderListener;
import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockHandle;
import io.howdah.lock.LockName;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;

/**
 * Whether this process leads, of all that have the same {@code howdah.leader.name}. It publishes {@link LeaderElected}
 * and {@link LeaderDeposed}. Thread-safe.
 */
public final class Leadership implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(Leadership.class);
    private static final String NAMESPACE = "leader";

    private final Howdah howdah;
    private final LeaderProperties properties;
    private final ApplicationEventPublisher events;
    private volatile @Nullable Candidacy candidacy;

    Leadership(Howdah howdah, LeaderProperties properties, ApplicationEventPublisher events) {
        this.howdah = howdah;
        this.properties = properties;
        this.events = events;
        if (!properties.name().isEmpty()) {
            LockName.of(NAMESPACE, properties.name());
        }
    }

    /** As far as can be known without asking: false a margin before others may lead. */
    public boolean isLeader() {
        var standing = candidacy;
        return standing != null && standing.isLeader();
    }

    /** The number of the term in which this process leads; larger than all before. */
    public OptionalLong term() {
        var standing = candidacy;
        return standing == null ? OptionalLong.empty() : standing.term();
    }

    /** Steps down, if it leads, and stands again; it may be elected again. */
    public void resign() {
        var standing = candidacy;
        if (standing != null) {
            standing.resign();
        }
    }

    @Override
    public void start() {
        if (properties.name().isEmpty()) {
            return;
        }
        candidacy = howdah.locks()
                .campaign(
                        LockName.of(NAMESPACE, properties.name()),
                        LeaseOptions.standard().ttl(properties.lease()),
                        new Publisher());
    }

    /** Returns when whoever listens has ended and the lease is free. */
    @Override
    public void stop() {
        var standing = candidacy;
        if (standing != null) {
            standing.close();
            candidacy = null;
        }
    }

    /** Spring waits for the callback no longer than for a phase to end. */
    @Override
    public void stop(Runnable callback) {
        Thread.ofPlatform().name("resign-howdah").start(() -> {
            try {
                stop();
            } finally {
                callback.run();
            }
        });
    }

    @Override
    public boolean isRunning() {
        return candidacy != null;
    }

    /** Begins after every Howdah, and ends before them. */
    @Override
    public int getPhase() {
        return HowdahLifecycle.PHASE + 1;
    }

    private final class Publisher implements LeaderListener {
        @Override
        public void elected(LockHandle term) {
            events.publishEvent(new LeaderElected(properties.name(), term));
        }

        @Override
        public void deposed(LockHandle term, String why) {
            try {
                events.publishEvent(new LeaderDeposed(properties.name(), term, why));
            } catch (RuntimeException failure) {
                // The term is over all the same, and its lease must be given back.
                log.warn("A listener failed that was told of the end of {}", term, failure);
            }
        }
    }
}
