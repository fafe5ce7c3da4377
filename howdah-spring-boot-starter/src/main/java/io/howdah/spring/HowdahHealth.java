// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.LoopState;
import io.howdah.cluster.Cluster;
import java.util.stream.Collectors;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether this process may take work. Answers from memory: a slow database does not make the answer slow. */
final class HowdahHealth implements HealthIndicator {
    private final Cluster cluster;
    private final boolean takesPart;

    HowdahHealth(Cluster cluster, boolean takesPart) {
        this.cluster = cluster;
        this.takesPart = takesPart;
    }

    @Override
    public Health health() {
        var health = !takesPart || cluster.isAlive() ? Health.up() : Health.down();
        if (takesPart) {
            health.withDetail("wakeups", cluster.wakeups().toString());
        }
        var failing = cluster.loops().stream()
                .filter(loop -> loop.failures() > 0)
                .collect(Collectors.toMap(
                        LoopState::name, loop -> loop.lastError().orElse("")));
        if (!failing.isEmpty()) {
            health.withDetail("failing", failing);
        }
        return health.build();
    }
}
