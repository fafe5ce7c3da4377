// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import io.howdah.web.ReadStore;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Section;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this capability adds: its resources, its pages, its places in the navigation. */
@Configuration(proxyBeanMethods = false)
@Import({ClusterApi.class, ClusterPages.class})
public final class ClusterWeb {
    ClusterWeb() {}

    @Bean
    DatabaseReadStore howdahDatabaseReads(ReadStore reads) {
        return new DatabaseReadStore(reads);
    }

    @Bean
    HistoryStore howdahHistory(ReadStore reads) {
        return new HistoryStore(reads);
    }

    @Bean
    Historian howdahHistorian(HistoryStore store) {
        return new Historian(store);
    }

    @Bean
    Section howdahOverviewSection() {
        return new Section("Overview", "/", 'o', 10, Permission.VIEW);
    }

    @Bean
    Section howdahMembersSection() {
        return new Section("Members", "/members", 'm', 80, Permission.VIEW);
    }

    @Bean
    Section howdahDatabaseSection() {
        return new Section("Database", "/database", 'd', 85, Permission.VIEW);
    }
}
