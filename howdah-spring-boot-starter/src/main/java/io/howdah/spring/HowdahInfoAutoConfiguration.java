// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Information of a {@code Howdah}, where there is Actuator's. */
@AutoConfiguration(after = HowdahAutoConfiguration.class)
@ConditionalOnClass(InfoContributor.class)
@ConditionalOnBean(HowdahFactory.class)
@Conditional(OnAnyHowdah.class)
public final class HowdahInfoAutoConfiguration {
    HowdahInfoAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "howdahInfoContributor")
    InfoContributor howdahInfoContributor(ListableBeanFactory beans, HowdahProperties properties) {
        return new HowdahInfo(beans.getBeansOfType(Howdah.class), properties.start());
    }
}
