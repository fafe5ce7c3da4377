// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;

/** What holds of every auto-configuration of the starter. */
class AutoConfigurationsTest {
    @Test
    void every_bean_gives_way_to_one_of_the_applications() {
        var beans = autoConfigurations()
                .flatMap(AutoConfigurationsTest::withNested)
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Bean.class))
                .toList();

        assertThat(beans).hasSizeGreaterThan(20);
        assertThat(beans.stream().filter(bean -> !bean.isAnnotationPresent(ConditionalOnMissingBean.class)))
                .isEmpty();
    }

    /** A condition on a type that nobody else can see would never hold back the bean. */
    @Test
    void beans_that_only_we_can_see_give_way_to_those_of_their_name() {
        var beans = autoConfigurations()
                .flatMap(AutoConfigurationsTest::withNested)
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Bean.class))
                .filter(method -> !Modifier.isPublic(method.getReturnType().getModifiers()))
                .toList();

        assertThat(beans)
                .isNotEmpty()
                .allSatisfy(bean -> assertThat(bean.getAnnotation(ConditionalOnMissingBean.class)
                                .name())
                        .contains(bean.getName()));
    }

    @Test
    void what_boot_asks_before_it_reads_a_class_is_what_the_class_says() throws IOException {
        var written = new Properties();
        try (var file = Files.newBufferedReader(
                Path.of("src/main/resources/META-INF/spring-autoconfigure-metadata.properties"))) {
            written.load(file);
        }
        var said = new TreeMap<String, String>();
        autoConfigurations().forEach(type -> describe(type, said));

        assertThat(written).containsExactlyInAnyOrderEntriesOf(said);
    }

    private static void describe(Class<?> type, Map<String, String> said) {
        var annotations = MergedAnnotations.from(type);
        said.put(type.getName(), "");
        put(said, type, "AutoConfigureAfter", annotations.get(AutoConfiguration.class), "after", "afterName");
        put(said, type, "ConditionalOnClass", annotations.get(ConditionalOnClass.class), "value", "name");
        put(said, type, "ConditionalOnBean", annotations.get(ConditionalOnBean.class), "value", "type");
        put(said, type, "ConditionalOnSingleCandidate", annotations.get(ConditionalOnSingleCandidate.class), "value");
        annotations
                .get(ConditionalOnWebApplication.class)
                .synthesize(MergedAnnotation::isPresent)
                .ifPresent(web -> said.put(
                        type.getName() + ".ConditionalOnWebApplication",
                        web.type().name()));
    }

    private static void put(
            Map<String, String> said,
            Class<?> type,
            String key,
            MergedAnnotation<? extends Annotation> annotation,
            String... attributes) {
        if (annotation.isPresent()) {
            var names = Arrays.stream(attributes)
                    .flatMap(attribute -> names(annotation.getValue(attribute).orElseThrow()))
                    .filter(name -> !name.isEmpty())
                    .sorted()
                    .collect(Collectors.joining(","));
            if (!names.isEmpty()) {
                said.put(type.getName() + "." + key, names);
            }
        }
    }

    private static Stream<String> names(Object value) {
        return value instanceof Object[] several
                ? Stream.of(several).flatMap(AutoConfigurationsTest::names)
                : name(value);
    }

    private static Stream<String> name(Object value) {
        return Stream.of(value instanceof Class<?> type ? type.getName() : value.toString());
    }

    private static Stream<Class<?>> withNested(Class<?> type) {
        return Stream.concat(Stream.of(type), Stream.of(type.getDeclaredClasses()));
    }

    private static Stream<Class<?>> autoConfigurations() {
        return ImportCandidates.load(AutoConfiguration.class, AutoConfigurationsTest.class.getClassLoader())
                .getCandidates()
                .stream()
                .filter(name -> name.startsWith("io.howdah.spring."))
                .map(AutoConfigurationsTest::load);
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
