// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workflow;

import io.howdah.web.access.Permission;
import io.howdah.web.console.Section;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this capability adds: its resources, its pages, its places in the navigation. */
@Configuration(proxyBeanMethods = false)
@Import({WorkflowsApi.class, WorkflowPages.class})
public final class WorkflowWeb {
    WorkflowWeb() {}

    @Bean
    Section howdahWorkflowsSection() {
        return new Section("Workflows", "/workflows", 'w', 24, Permission.VIEW);
    }
}
