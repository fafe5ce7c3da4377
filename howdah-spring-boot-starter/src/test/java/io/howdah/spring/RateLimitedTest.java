// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.limit.RateLimit;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Methods that are called no more often than allowed. */
@HowdahTest
class RateLimitedTest {
    private final ApplicationContextRunner application;

    RateLimitedTest(TestDatabase database) {
        this.application = Starter.on(database).withUserConfiguration(Application.class);
    }

    /** By an interface: what its methods carry counts for whoever implements them. */
    interface Exports {
        @RateLimited(limit = "exports", key = "{customer}")
        void export(String customer);

        @RateLimited(limit = "quick", waitFor = "5s")
        void quick();
    }

    static class PlainExports implements Exports {
        private final List<String> done = new CopyOnWriteArrayList<>();

        public List<String> done() {
            return done;
        }

        @Override
        public void export(String customer) {
            done.add(customer);
        }

        @Override
        public void quick() {
            done.add("quick");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {
        @Bean
        PlainExports exports() {
            return new PlainExports();
        }

        @Bean
        RateLimit exportLimit() {
            return RateLimit.named("exports").allow(2, Duration.ofHours(1)).answerWithin(Duration.ofMinutes(1));
        }

        @Bean
        RateLimit quickLimit() {
            return RateLimit.named("quick").allow(1, Duration.ofMillis(300)).answerWithin(Duration.ofMinutes(1));
        }
    }

    @Test
    void a_call_too_many_is_denied_and_says_when_to_come_again() {
        application.run(context -> {
            var exports = context.getBean(PlainExports.class);
            exports.export("Ada");
            exports.export("Ada");

            assertThatThrownBy(() -> exports.export("Ada"))
                    .isInstanceOfSatisfying(RateLimitedException.class, denied -> {
                        assertThat(denied.code()).isEqualTo("rate-limited");
                        assertThat(denied.retryIn()).isBetween(Duration.ofMinutes(25), Duration.ofMinutes(31));
                        assertThat(denied).hasMessageContaining("exports").hasMessageContaining("Ada");
                    });
            exports.export("Grace");
            assertThat(exports.done()).containsExactly("Ada", "Ada", "Grace");
        });
    }

    @Test
    void a_call_that_may_wait_does() {
        application.run(context -> {
            var exports = context.getBean(PlainExports.class);
            var began = System.nanoTime();
            for (int i = 0; i < 3; i++) {
                exports.quick();
            }
            assertThat(exports.done()).hasSize(3);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(500));
        });
    }

    static class NoLimit {
        @RateLimited(limit = "imports")
        public void load() {}
    }

    static class TooDear {
        @RateLimited(limit = "exports", cost = 3)
        public void export() {}
    }

    @Test
    void what_cannot_be_limited_is_named_at_the_start() {
        Map.of(
                        NoLimit.class, "there is no RateLimit bean with the name imports",
                        TooDear.class, "its cost must be 1 to 2")
                .forEach((configuration, message) ->
                        Starter.refuses(application, configuration, "@RateLimited on ", message));
    }
}
