// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;

/** Locks and rate limits around methods, and the election of a leader. */
@AutoConfiguration(after = HowdahAutoConfiguration.class)
@ConditionalOnBean(HowdahFactory.class)
public final class GuardsAutoConfiguration {
    GuardsAutoConfiguration() {}

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnMissingBean
    static LockedMethods howdahLockedMethods(ConfigurableListableBeanFactory beans) {
        return new LockedMethods(new Beans(beans));
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnMissingBean
    static RateLimitedMethods howdahRateLimitedMethods(ConfigurableListableBeanFactory beans) {
        return new RateLimitedMethods(new Beans(beans));
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnMissingBean(name = "howdahLockedProxies")
    static GuardProxies howdahLockedProxies(LockedMethods guard) {
        return new GuardProxies(Locked.class, guard, Ordered.LOWEST_PRECEDENCE - 1);
    }

    /** Outside of locks: what is denied does not wait for one. */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnMissingBean(name = "howdahRateLimitedProxies")
    static GuardProxies howdahRateLimitedProxies(RateLimitedMethods guard) {
        return new GuardProxies(RateLimited.class, guard, Ordered.LOWEST_PRECEDENCE);
    }

    /** The election, where it has a name and the process takes part. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty("howdah.leader.name")
    @ConditionalOnBooleanProperty(name = "howdah.start", matchIfMissing = true)
    @ConditionalOnSingleCandidate(Howdah.class)
    @EnableConfigurationProperties(LeaderProperties.class)
    static final class Election {
        Election() {}

        @Bean
        @ConditionalOnMissingBean
        Leadership howdahLeadership(Howdah howdah, LeaderProperties properties, ApplicationEventPublisher events) {
            return new Leadership(howdah, properties, events);
        }
    }
}
