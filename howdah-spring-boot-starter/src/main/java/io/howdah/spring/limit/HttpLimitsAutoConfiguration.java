// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.limit;

import io.howdah.limit.Limits;
import io.howdah.spring.CapabilitiesAutoConfiguration;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.util.EnumSet;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** The filter, with the limits that properties and beans name; without any there is none. */
@AutoConfiguration(after = CapabilitiesAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(Filter.class)
@ConditionalOnSingleCandidate(Limits.class)
@EnableConfigurationProperties(HttpLimitsProperties.class)
public final class HttpLimitsAutoConfiguration {
    HttpLimitsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "howdahLimitFilter")
    FilterRegistrationBean<LimitFilter> howdahLimitFilter(
            Limits limits, HttpLimitsProperties properties, ObjectProvider<HttpLimit> beans) {
        var rules = Stream.concat(properties.limits().stream(), beans.orderedStream())
                .toList();
        var registration = new FilterRegistrationBean<>(new LimitFilter(limits, rules));
        registration.setOrder(properties.order());
        registration.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST));
        registration.setAsyncSupported(true);
        registration.setEnabled(!rules.isEmpty());
        return registration;
    }
}
