// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** The health of a {@code Howdah}, where there is Actuator's. Liveness is never part of it. */
@AutoConfiguration(after = HowdahAutoConfiguration.class)
@ConditionalOnClass(HealthContributor.class)
@ConditionalOnBean(HowdahFactory.class)
@Conditional(OnAnyHowdah.class)
public final class HowdahHealthAutoConfiguration {
    HowdahHealthAutoConfiguration() {}

    /** Of several, each by the name of its bean. */
    @Bean
    @ConditionalOnMissingBean(name = {"howdahHealthIndicator", "howdahHealthContributor"})
    HealthContributor howdahHealthIndicator(ListableBeanFactory beans, HowdahProperties properties) {
        var all = beans.getBeansOfType(Howdah.class).entrySet().stream()
                .collect(Collectors.toMap(
                        one -> one.getKey(),
                        one -> new HowdahHealth(one.getValue().cluster(), properties.start())));
        return all.size() == 1 ? all.values().iterator().next() : CompositeHealthContributor.fromMap(all);
    }
}
