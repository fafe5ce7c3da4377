// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.convert.DurationStyle;

/** The beans that annotations refer to, and the texts in them, with placeholders replaced. */
record Beans(ConfigurableListableBeanFactory factory) {
    /** The one of that name, or the only one. */
    Howdah howdah(String name) {
        return name.isEmpty() ? only() : factory.getBean(name, Howdah.class);
    }

    private Howdah only() {
        try {
            return factory.getBean(Howdah.class);
        } catch (NoUniqueBeanDefinitionException several) {
            throw new IllegalArgumentException(
                    "there are several Howdahs, " + several.getBeanNamesFound() + ": say howdah = one of them",
                    several);
        } catch (NoSuchBeanDefinitionException none) {
            throw new IllegalArgumentException(
                    "there is no Howdah: where there are several DataSources, make one of them @Primary, or make a"
                            + " Howdah with HowdahFactory.on(…)",
                    none);
        }
    }

    @SuppressWarnings("rawtypes")
    Optional<JobType<?>> jobType(String name) {
        Optional<JobType> found = first(JobType.class, type -> type.name().equals(name));
        return found.map(type -> (JobType<?>) type);
    }

    <T> Optional<T> first(Class<T> type, Predicate<T> wanted) {
        for (var name : factory.getBeanNamesForType(type)) {
            var bean = factory.getBean(name, type);
            if (wanted.test(bean)) {
                return Optional.of(bean);
            }
        }
        return Optional.empty();
    }

    String text(String text) {
        var resolved = factory.resolveEmbeddedValue(text);
        return resolved == null ? "" : resolved;
    }

    /** Such as {@code 30s} or {@code PT30S}; empty where nothing is said. */
    Optional<Duration> duration(String text) {
        return Optional.of(text(text)).filter(said -> !said.isBlank()).map(DurationStyle::detectAndParse);
    }

    /** Empty where nothing is said. */
    Optional<Integer> number(String text) {
        return Optional.of(text(text)).filter(said -> !said.isBlank()).map(Beans::parse);
    }

    private static int parse(String number) {
        try {
            return Integer.parseInt(number.strip());
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException("\"" + number + "\" is not a number", wrong);
        }
    }
}
