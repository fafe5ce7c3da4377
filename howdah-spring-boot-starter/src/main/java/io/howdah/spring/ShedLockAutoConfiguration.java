// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import java.lang.management.ManagementFactory;
import net.javacrumbs.shedlock.core.LockProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** A {@code LockProvider} for ShedLock, where that is used and has none. */
@AutoConfiguration(after = HowdahAutoConfiguration.class)
@ConditionalOnClass(LockProvider.class)
@ConditionalOnSingleCandidate(Howdah.class)
public final class ShedLockAutoConfiguration {
    ShedLockAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(LockProvider.class)
    HowdahLockProvider howdahLockProvider(Howdah howdah, HowdahProperties properties) {
        var owner = properties.name().isBlank()
                ? ManagementFactory.getRuntimeMXBean().getName()
                : properties.name();
        return HowdahLockProvider.of(howdah.locks(), owner);
    }
}
