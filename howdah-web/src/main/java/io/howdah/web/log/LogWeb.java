// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.log;

import io.howdah.log.EventLog;
import io.howdah.web.ReadStore;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.console.Section;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this capability adds: its resources, its pages, its places in the navigation. */
@Configuration(proxyBeanMethods = false)
@Import({LogApi.class, EventsApi.class, GroupsApi.class, LogPages.class})
public final class LogWeb {
    LogWeb() {}

    @Bean
    LogReadStore howdahLogReads(ReadStore reads) {
        return new LogReadStore(reads);
    }

    @Bean
    LogTails howdahLogTails(EventLog log, Api api) {
        return new LogTails(log, api);
    }

    @Bean
    Section howdahLogSection() {
        return new Section("Event log", "/log", 'e', 40, Permission.VIEW);
    }
}
