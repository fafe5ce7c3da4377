// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What Actuator shows of a {@code Howdah}. Liveness is never among it. */
@AutoConfiguration(after = HowdahAutoConfiguration.class)
@ConditionalOnSingleCandidate(Howdah.class)
public final class HowdahActuatorAutoConfiguration {
    HowdahActuatorAutoConfiguration() {}

    /** Health, where there is Actuator's. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static final class HealthPart {
        HealthPart() {}

        @Bean
        @ConditionalOnMissingBean(name = "howdahHealthIndicator")
        HealthIndicator howdahHealthIndicator(Howdah howdah, HowdahProperties properties) {
            return new HowdahHealth(howdah.cluster(), properties.start());
        }
    }

    /** Information, where there is Actuator's. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(InfoContributor.class)
    static final class InfoPart {
        InfoPart() {}

        @Bean
        @ConditionalOnMissingBean(name = "howdahInfoContributor")
        InfoContributor howdahInfoContributor(HowdahProperties properties) {
            return new HowdahInfo(properties);
        }
    }
}
