// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.schedule;

import io.howdah.web.access.Permission;
import io.howdah.web.console.Section;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this capability adds: its resources, its pages, its places in the navigation. */
@Configuration(proxyBeanMethods = false)
@Import({SchedulesApi.class, SchedulePages.class})
public final class ScheduleWeb {
    ScheduleWeb() {}

    @Bean
    Section howdahSchedulesSection() {
        return new Section("Schedules", "/schedules", 's', 22, Permission.VIEW);
    }
}
