// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.explore;

import io.howdah.web.access.Permission;
import io.howdah.web.api.OpenApi;
import io.howdah.web.console.Section;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

/** The API as people try it: its pages, its place in the navigation. */
@Configuration(proxyBeanMethods = false)
@Import(ExplorePages.class)
public final class ExploreWeb {
    ExploreWeb() {}

    /** Read when somebody looks at it: it is the longest thing to read at a start. */
    @Bean
    @Lazy
    Operations howdahOperations(OpenApi description) {
        return Operations.of(description.text());
    }

    @Bean
    Section howdahExploreSection() {
        return new Section("API", "/explore", 'g', 86, Permission.VIEW);
    }
}
