// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.console;

import io.howdah.web.WebProperties;
import io.howdah.web.access.Callers;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What the pages share. */
@Configuration(proxyBeanMethods = false)
@Import(Assets.class)
public final class ConsoleConfiguration {
    ConsoleConfiguration() {}

    @Bean
    Pages howdahPages(WebProperties properties, Callers callers, List<Section> sections) {
        return new Pages(properties, callers, sections);
    }
}
