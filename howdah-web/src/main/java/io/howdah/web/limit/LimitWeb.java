// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.limit;

import io.howdah.web.ReadStore;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Section;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this capability adds: its resources, its pages, its places in the navigation. */
@Configuration(proxyBeanMethods = false)
@Import({LimitsApi.class, LimitPages.class})
public final class LimitWeb {
    LimitWeb() {}

    @Bean
    LimitReadStore howdahLimitReads(ReadStore reads) {
        return new LimitReadStore(reads);
    }

    @Bean
    Section howdahLimitsSection() {
        return new Section("Limits", "/limits", 'i', 52, Permission.VIEW);
    }
}
