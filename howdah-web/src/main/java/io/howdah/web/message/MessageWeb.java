// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.web.access.Permission;
import io.howdah.web.console.Section;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this capability adds: its resources, its pages, its places in the navigation. */
@Configuration(proxyBeanMethods = false)
@Import({MessagesApi.class, ReceiptsApi.class, TopicsApi.class, MessagePages.class, TopicPages.class})
public final class MessageWeb {
    MessageWeb() {}

    @Bean
    Section howdahTopicsSection() {
        return new Section("Topics", "/topics", 'b', 32, Permission.VIEW);
    }
}
