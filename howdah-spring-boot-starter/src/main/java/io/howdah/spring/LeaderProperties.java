// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What can be chosen under {@code howdah.leader}.
 *
 * @param name What is led: of all processes with the same name one leads at a time. Empty is no election.
 * @param lease How long a leader that is not heard of any more stays one.
 */
@ConfigurationProperties("howdah.leader")
public record LeaderProperties(
        @DefaultValue("") String name, @DefaultValue("30s") Duration lease) {
    private static final Duration SHORTEST = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofHours(1);

    public LeaderProperties {
        if (lease.compareTo(SHORTEST) < 0 || lease.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("howdah.leader.lease must be 500 ms to 1 h: " + lease);
        }
    }
}
