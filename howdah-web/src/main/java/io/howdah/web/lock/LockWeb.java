// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.lock;

import io.howdah.web.access.Permission;
import io.howdah.web.console.Section;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this capability adds: its resources, its pages, its places in the navigation. */
@Configuration(proxyBeanMethods = false)
@Import({LocksApi.class, LockPages.class})
public final class LockWeb {
    LockWeb() {}

    @Bean
    Section howdahLocksSection() {
        return new Section("Locks", "/locks", 'l', 50, Permission.VIEW);
    }
}
