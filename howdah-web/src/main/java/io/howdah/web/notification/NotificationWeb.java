// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.web.ReadStore;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.console.Section;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this capability adds: its resources, its pages, its places in the navigation. */
@Configuration(proxyBeanMethods = false)
@Import({
    NotificationsApi.class,
    DeliveriesApi.class,
    MalformedApi.class,
    EndpointsApi.class,
    PeopleApi.class,
    TemplatesApi.class,
    InboxApi.class,
    NotificationPages.class,
    DeadLetterPages.class,
    MalformedPages.class,
    EndpointPages.class,
    InboxPages.class,
    PeoplePages.class,
    TemplatePages.class
})
public final class NotificationWeb {
    NotificationWeb() {}

    @Bean
    MalformedReadStore howdahMalformedReads(ReadStore reads) {
        return new MalformedReadStore(reads);
    }

    @Bean
    InboxWatches howdahInboxWatches(Api api) {
        return new InboxWatches(api);
    }

    @Bean
    Section howdahInboxSection() {
        return new Section("Inbox", "/inbox", 'y', 61, Permission.VIEW, Optional.of("/inbox/badge"));
    }

    @Bean
    Section howdahNotificationsSection() {
        return new Section("Notifications", "/notifications", 'n', 70, Permission.VIEW);
    }

    @Bean
    Section howdahDeadLettersSection() {
        return new Section("Dead letters", "/dead-letters", 'z', 71, Permission.VIEW);
    }

    @Bean
    Section howdahMalformedSection() {
        return new Section("Malformed", "/malformed", 'r', 72, Permission.VIEW);
    }

    @Bean
    Section howdahEndpointsSection() {
        return new Section("Endpoints", "/endpoints", 'h', 73, Permission.VIEW);
    }

    @Bean
    Section howdahPeopleSection() {
        return new Section("People", "/people", 'p', 74, Permission.VIEW);
    }

    @Bean
    Section howdahTemplatesSection() {
        return new Section("Templates", "/templates", 'c', 75, Permission.VIEW);
    }
}
