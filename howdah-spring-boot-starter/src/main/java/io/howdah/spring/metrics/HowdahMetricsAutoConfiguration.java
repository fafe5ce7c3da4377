// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import io.howdah.Howdah;
import io.howdah.spring.HowdahAutoConfiguration;
import io.howdah.spring.HowdahFactory;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Where the application has a registry of Micrometer, the meters of every {@code Howdah} are in it. */
@AutoConfiguration(
        after = HowdahAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, HowdahFactory.class})
public final class HowdahMetricsAutoConfiguration {
    HowdahMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    HowdahMeters howdahMeters(MeterRegistry registry) {
        return HowdahMeters.in(registry);
    }

    /** When everything is made, and before it is started. */
    @Bean
    @ConditionalOnMissingBean(name = "howdahMetricsWatch")
    SmartInitializingSingleton howdahMetricsWatch(HowdahMeters meters, ListableBeanFactory beans) {
        return () -> {
            var all = beans.getBeansOfType(Howdah.class);
            all.forEach((name, howdah) -> watch(howdah, all.size() == 1 ? meters : meters.named(name)));
        };
    }

    private static void watch(Howdah howdah, HowdahMeters meters) {
        HowdahFactory.observe(howdah, meters.observer());
        meters.watch(howdah, howdah.schema());
    }
}
