// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** What has the annotated methods of beans called: by messages, at times, for events. */
@AutoConfiguration(after = HowdahAutoConfiguration.class)
@ConditionalOnBean(HowdahFactory.class)
public final class AnnotationsAutoConfiguration {
    AnnotationsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    Declarations howdahDeclarations(HowdahProperties properties) {
        return new Declarations(properties);
    }

    @Bean
    @ConditionalOnMissingBean
    QueueListeners howdahQueueListeners(ConfigurableListableBeanFactory beans, HowdahProperties properties) {
        return new QueueListeners(new Beans(beans), properties);
    }

    @Bean
    @ConditionalOnMissingBean
    ScheduleMethods howdahScheduleMethods(ConfigurableListableBeanFactory beans, Declarations declarations) {
        return new ScheduleMethods(new Beans(beans), declarations);
    }

    @Bean
    @ConditionalOnMissingBean
    LogListeners howdahLogListeners(ConfigurableListableBeanFactory beans, Declarations declarations) {
        return new LogListeners(new Beans(beans), declarations);
    }

    @Bean
    @ConditionalOnMissingBean
    DurableListeners howdahDurableListeners(ConfigurableListableBeanFactory beans) {
        return new DurableListeners(new Beans(beans));
    }
}
