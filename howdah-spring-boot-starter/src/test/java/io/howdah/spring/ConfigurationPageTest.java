// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every property is described for editors, and listed in the page about configuration. */
class ConfigurationPageTest {
    private static final String METADATA = "/META-INF/spring-configuration-metadata.json";
    private static final Path PAGE = Path.of("../docs/reference/configuration.md");

    @Test
    void what_editors_show_has_a_description() throws IOException {
        assertThat(properties())
                .isNotEmpty()
                .allSatisfy(property -> assertThat(property.path("description").asString(""))
                        .as(name(property))
                        .isNotBlank());
    }

    @Test
    void the_page_lists_every_property() throws IOException {
        var page = Files.readString(PAGE);

        assertThat(properties()).allSatisfy(property -> assertThat(page).contains("`" + name(property)));
    }

    @Test
    void what_a_condition_asks_for_is_a_property() throws IOException {
        assertThat(properties().stream().map(ConfigurationPageTest::name))
                .contains("howdah.enabled", "howdah.start", "howdah.tracing", "howdah.leader.name");
    }

    private static String name(JsonNode property) {
        return property.path("name").asString();
    }

    private static List<JsonNode> properties() throws IOException {
        try (var metadata = Objects.requireNonNull(HowdahProperties.class.getResourceAsStream(METADATA))) {
            var tree = JsonMapper.shared().readTree(metadata);
            return StreamSupport.stream(tree.path("properties").spliterator(), false)
                    .toList();
        }
    }
}
