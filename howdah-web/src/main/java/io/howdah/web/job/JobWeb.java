// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.web.ReadStore;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Redaction;
import io.howdah.web.console.Section;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this capability adds: its resources, its pages, its places in the navigation. */
@Configuration(proxyBeanMethods = false)
@Import({JobsApi.class, JobSearchApi.class, ClaimsApi.class, DeadJobsApi.class, JobPages.class, DeadJobPages.class})
public final class JobWeb {
    JobWeb() {}

    @Bean
    JobReadStore howdahJobReads(ReadStore reads) {
        return new JobReadStore(reads);
    }

    @Bean
    JobWords howdahJobWords(JobReadStore howdahJobReads, Redaction redaction) {
        return new JobWords(howdahJobReads, redaction);
    }

    @Bean
    JobSearchStore howdahJobSearch(ReadStore reads) {
        return new JobSearchStore(reads);
    }

    @Bean
    Section howdahJobsSection() {
        return new Section("Jobs", "/jobs", 'j', 20, Permission.VIEW);
    }

    @Bean
    Section howdahDeadJobsSection() {
        return new Section("Dead jobs", "/dead", 'x', 21, Permission.VIEW);
    }
}
