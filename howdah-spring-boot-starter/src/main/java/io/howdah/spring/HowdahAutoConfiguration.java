// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Codec;
import io.howdah.Howdah;
import io.howdah.Tracing;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;

/** A {@code Howdah} on the application's DataSource, and what belongs to it. Every bean gives way to one of yours. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration"
        })
@ConditionalOnBooleanProperty(name = "howdah.enabled", matchIfMissing = true)
@ConditionalOnBean(DataSource.class)
@EnableConfigurationProperties(HowdahProperties.class)
public final class HowdahAutoConfiguration {
    HowdahAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    HowdahFactory howdahFactory(
            HowdahProperties properties, ObjectProvider<Codec> codec, ObjectProvider<Tracing> tracing) {
        return new HowdahFactory(properties, codec, tracing);
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    @ConditionalOnSingleCandidate(DataSource.class)
    Howdah howdah(
            HowdahFactory factory,
            DataSource dataSource,
            HowdahProperties properties,
            ObjectProvider<HowdahCustomizer> customizers) {
        var builder = factory.on(dataSource);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        var howdah = builder.build();
        properties.concurrency().forEach(howdah.jobs()::concurrency);
        return howdah;
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnMissingBean(name = "howdahGuards")
    static Guards howdahGuards(ConfigurableListableBeanFactory beans) {
        return new Guards(beans);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnMissingBean(name = "howdahAnnotatedMethods")
    static AnnotatedMethods howdahAnnotatedMethods(
            ConfigurableApplicationContext context, Guards guards, HowdahProperties properties) {
        return AnnotatedMethods.of(context, guards, properties);
    }

    @Bean
    @ConditionalOnMissingBean(name = "howdahMigration")
    HowdahMigration howdahMigration(ConfigurableListableBeanFactory beans, HowdahProperties properties) {
        return new HowdahMigration(all(beans), properties);
    }

    @Bean
    @ConditionalOnMissingBean(name = "howdahLifecycle")
    HowdahLifecycle howdahLifecycle(
            ConfigurableListableBeanFactory beans, HowdahProperties properties, AnnotatedMethods methods) {
        return new HowdahLifecycle(
                all(beans),
                properties,
                methods.declarations(),
                () -> methods.haveHandlers() || beans.getBeanNamesForType(Leadership.class).length > 0);
    }

    /** Also those that are no candidates for injection: a second one is usually not. */
    private static List<Howdah> all(ConfigurableListableBeanFactory beans) {
        return List.copyOf(beans.getBeansOfType(Howdah.class).values());
    }
}
