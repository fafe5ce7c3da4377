// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import io.howdah.Howdah;
import io.howdah.Tracing;
import io.howdah.spring.HowdahAutoConfiguration;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.observation.ObservationRegistry;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where the application has a registry of observations, what its {@code Howdah} does is observed in it. */
@AutoConfiguration(
        after = HowdahAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({ObservationRegistry.class, Howdah.class})
@ConditionalOnBooleanProperty(name = "howdah.tracing", matchIfMissing = true)
public final class HowdahTracingAutoConfiguration {
    HowdahTracingAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(Tracing.class)
    ObservedTracing howdahTracing(ObservationRegistry registry) {
        return ObservedTracing.in(registry);
    }

    /** Figures are told by {@link HowdahMeters} already, with labels that are bounded. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterFilter.class)
    static class NoSecondFigures {
        private static final Set<String> OBSERVED = ObservedTracing.names()
                .flatMap(name -> Stream.of(name, name + ".active"))
                .collect(Collectors.toUnmodifiableSet());

        @Bean
        @ConditionalOnMissingBean(name = "howdahObservationsAreNoMeters")
        MeterFilter howdahObservationsAreNoMeters() {
            return MeterFilter.deny(NoSecondFigures::isObservation);
        }

        private static boolean isObservation(Meter.Id id) {
            return OBSERVED.contains(id.getName());
        }
    }
}
