// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documentation says is there, is there: links, snippets, error codes. */
class DocsTest {
    private static final Path TOP = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");
    private static final Pattern QUOTED = Pattern.compile("(?s)```java\\n// snippet: ([\\w-]+)\\n(.*?)```");
    private static final Pattern COMPILED = Pattern.compile("(?s)// snippet: ([\\w-]+)\\n(.*?)\\n\\s*// end");
    private static final Pattern CODE = Pattern.compile("\"([a-z]+(?:-[a-z]+)*)\",\\s");

    @Test
    void every_link_leads_somewhere() {
        var broken = new ArrayList<String>();
        for (var page : pages()) {
            LINK.matcher(read(page))
                    .results()
                    .map(link -> link.group(1))
                    .filter(target -> !target.startsWith("http"))
                    .filter(target -> !Files.exists(page.resolveSibling(target)))
                    .forEach(target -> broken.add(TOP.relativize(page) + " -> " + target));
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void every_snippet_is_code_that_compiles() {
        var compiled = compiled();
        var quoted = pages().stream()
                .flatMap(page -> QUOTED.matcher(read(page)).results())
                .collect(
                        Collectors.toMap(snippet -> snippet.group(1), snippet -> words(snippet.group(2)), (a, b) -> a));

        assertThat(quoted).hasSizeGreaterThanOrEqualTo(2);
        assertThat(compiled).containsAllEntriesOf(quoted);
    }

    @Test
    void every_java_block_is_a_snippet() {
        assertThat(pages())
                .allSatisfy(page -> assertThat(read(page)).doesNotContainPattern("```java\\n(?!// snippet: )"));
    }

    @Test
    void every_error_code_is_explained() {
        var codes = Stream.of("howdah-library", "howdah-kafka", "howdah-web")
                .flatMap(module -> files(TOP.resolve(module + "/src/main/java"), "Exception.java").stream())
                .flatMap(file -> CODE.matcher(read(file)).results())
                .map(code -> code.group(1))
                .collect(Collectors.toSet());

        var page = read(TOP.resolve("docs/reference/error-codes.md"));
        assertThat(codes)
                .contains("schema-missing", "durability")
                .allSatisfy(code -> assertThat(page).contains("| `" + code + "` |"));
    }

    private static Map<String, String> compiled() {
        var snippets = new TreeMap<String, String>();
        var modules = Stream.of("tests", "howdah-kafka", "howdah-spring-boot-starter", "benchmarks")
                .flatMap(module -> files(TOP.resolve(module + "/src/test/java"), ".java").stream());
        for (var file : modules.toList()) {
            COMPILED.matcher(read(file))
                    .results()
                    .forEach(snippet -> snippets.put(snippet.group(1), words(snippet.group(2))));
        }
        return snippets;
    }

    /** Layout aside: a page aligns its comments, the formatter does not. */
    private static String words(String code) {
        return code.replaceAll("\\s+", "");
    }

    private static List<Path> pages() {
        return Stream.concat(
                        files(TOP.resolve("docs"), ".md").stream(),
                        Stream.of("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "examples/README.md")
                                .map(TOP::resolve))
                .toList();
    }

    private static List<Path> files(Path folder, String ending) {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
