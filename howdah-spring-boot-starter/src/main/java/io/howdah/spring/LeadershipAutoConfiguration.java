// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/** The election of a leader, where it has a name and the process takes part. */
@AutoConfiguration(after = HowdahAutoConfiguration.class)
@ConditionalOnProperty("howdah.leader.name")
@ConditionalOnBooleanProperty(name = "howdah.start", matchIfMissing = true)
@ConditionalOnBean(HowdahFactory.class)
@ConditionalOnSingleCandidate(Howdah.class)
@EnableConfigurationProperties(LeaderProperties.class)
public final class LeadershipAutoConfiguration {
    LeadershipAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    Leadership howdahLeadership(Howdah howdah, LeaderProperties properties, ApplicationEventPublisher events) {
        return new Leadership(howdah, properties, events);
    }
}
