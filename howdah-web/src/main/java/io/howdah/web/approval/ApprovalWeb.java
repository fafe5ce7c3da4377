// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import io.howdah.web.ReadStore;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Section;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this capability adds: its resources, its pages, its places in the navigation. */
@Configuration(proxyBeanMethods = false)
@Import({ApprovalsApi.class, VotesApi.class, DelegationsApi.class, ApprovalPages.class})
public final class ApprovalWeb {
    ApprovalWeb() {}

    @Bean
    ApprovalReadStore howdahApprovalReads(ReadStore reads) {
        return new ApprovalReadStore(reads);
    }

    @Bean
    Section howdahApprovalsSection() {
        return new Section("Approvals", "/approvals", 'v', 60, Permission.VIEW);
    }
}
