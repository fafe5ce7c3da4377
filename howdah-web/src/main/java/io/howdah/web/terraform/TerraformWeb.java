// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.terraform;

import io.howdah.web.WebProperties;
import io.howdah.workspace.Workspaces;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this capability adds: its resources. */
@Configuration(proxyBeanMethods = false)
@Import(TerraformApi.class)
public final class TerraformWeb {
    TerraformWeb() {}

    @Bean
    States howdahTerraformStates(Workspaces workspaces, WebProperties properties) {
        return new States(workspaces, properties.workspaceStore());
    }
}
