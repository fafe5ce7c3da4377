// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.queue;

import io.howdah.web.ReadStore;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Section;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this capability adds: its resources, its pages, its places in the navigation. */
@Configuration(proxyBeanMethods = false)
@Import({QueuesApi.class, QueuePages.class})
public final class QueueWeb {
    QueueWeb() {}

    @Bean
    QueueReadStore howdahQueueReads(ReadStore reads) {
        return new QueueReadStore(reads);
    }

    @Bean
    Section howdahQueuesSection() {
        return new Section("Queues", "/queues", 'q', 30, Permission.VIEW);
    }
}
