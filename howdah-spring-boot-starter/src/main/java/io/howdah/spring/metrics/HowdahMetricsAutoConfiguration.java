// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import io.howdah.Howdah;
import io.howdah.spring.HowdahAutoConfiguration;
import io.howdah.spring.HowdahCustomizer;
import io.howdah.spring.HowdahProperties;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Where the application has a registry of Micrometer, the meters of its {@code Howdah} are in it. */
@AutoConfiguration(
        after = HowdahAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnSingleCandidate(Howdah.class)
public final class HowdahMetricsAutoConfiguration {
    HowdahMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    HowdahMeters howdahMeters(MeterRegistry registry) {
        return HowdahMeters.in(registry);
    }

    /** First: an observer that the application has chosen itself is the one that is told. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    HowdahCustomizer howdahMetricsCustomizer(HowdahMeters meters) {
        return builder -> builder.observer(meters.observer());
    }

    /** When everything is made, and before it is started. */
    @Bean
    SmartInitializingSingleton howdahMetricsWatch(
            HowdahMeters meters, ObjectProvider<Howdah> howdah, HowdahProperties properties) {
        return () -> howdah.ifUnique(one -> meters.watch(one, properties.schema()));
    }
}
