// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.web.ReadStore;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Section;
import io.howdah.workspace.Workspaces;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this capability adds: its resources, its pages, its places in the navigation. */
@Configuration(proxyBeanMethods = false)
@Import({WorkspacesApi.class, FilesApi.class, VersionsApi.class, ArchiveApi.class, WorkspacePages.class})
public final class WorkspaceWeb {
    WorkspaceWeb() {}

    @Bean
    WorkspaceReadStore howdahWorkspaceReads(ReadStore reads) {
        return new WorkspaceReadStore(reads);
    }

    @Bean
    Lookup howdahWorkspaceLookup(Workspaces workspaces) {
        return new Lookup(workspaces);
    }

    @Bean
    Section howdahWorkspacesSection() {
        return new Section("Workspaces", "/workspaces", 'f', 54, Permission.VIEW);
    }
}
