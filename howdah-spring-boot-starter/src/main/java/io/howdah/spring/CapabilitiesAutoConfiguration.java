// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import io.howdah.cluster.Cluster;
import io.howdah.job.Jobs;
import io.howdah.queue.Queues;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** What a {@code Howdah} can do, each ready to be injected. */
@AutoConfiguration(after = HowdahAutoConfiguration.class)
@ConditionalOnSingleCandidate(Howdah.class)
public final class CapabilitiesAutoConfiguration {
    CapabilitiesAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    Jobs jobs(Howdah howdah) {
        return howdah.jobs();
    }

    @Bean
    @ConditionalOnMissingBean
    Queues queues(Howdah howdah) {
        return howdah.queues();
    }

    @Bean
    @ConditionalOnMissingBean
    Cluster cluster(Howdah howdah) {
        return howdah.cluster();
    }
}
