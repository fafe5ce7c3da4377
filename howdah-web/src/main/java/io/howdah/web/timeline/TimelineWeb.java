// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.timeline;

import io.howdah.web.ReadStore;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Section;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this capability adds: its resources, its pages, its places in the navigation. */
@Configuration(proxyBeanMethods = false)
@Import(TimelineApi.class)
public final class TimelineWeb {
    TimelineWeb() {}

    @Bean
    TimelineStore howdahTimelineStore(ReadStore reads) {
        return new TimelineStore(reads);
    }

    @Bean
    Section howdahTimelineSection() {
        return new Section("Timeline", "/timeline", 't', 11, Permission.VIEW);
    }
}
