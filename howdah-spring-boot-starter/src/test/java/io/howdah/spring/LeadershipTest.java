// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** Of several processes one leads, and is told so. */
@HowdahTest
class LeadershipTest {
    private final ApplicationContextRunner application;

    LeadershipTest(TestDatabase database) {
        this.application = Starter.on(database).withUserConfiguration(Listener.class);
    }

    @Configuration(proxyBeanMethods = false)
    static class Listener {
        final List<String> told = new CopyOnWriteArrayList<>();

        @EventListener
        void elected(LeaderElected elected) {
            assertThat(elected.term().isHeld()).isTrue();
            told.add("elected " + elected.name());
        }

        @EventListener
        void deposed(LeaderDeposed deposed) {
            told.add("deposed " + deposed.why());
        }
    }

    @Test
    void one_leads_until_it_stops_and_then_another() {
        var replica = application.withPropertyValues("howdah.leader.name=billing", "howdah.leader.lease=5s");
        replica.run(one -> {
            var first = one.getBean(Leadership.class);
            Await.until("the first leads", first::isLeader);
            replica.run(two -> {
                var second = two.getBean(Leadership.class);
                assertThat(second.isLeader()).isFalse();
                var term = first.term().orElseThrow();

                first.stop();

                Await.until("the second leads", second::isLeader);
                assertThat(second.term().orElseThrow()).isGreaterThan(term);
                assertThat(first.isLeader()).isFalse();
                assertThat(one.getBean(Listener.class).told).containsExactly("elected billing", "deposed resigned");
            });
        });
    }

    @Test
    void without_a_name_there_is_no_election() {
        application.run(context -> assertThat(context).doesNotHaveBean(Leadership.class));
        application
                .withPropertyValues("howdah.leader.name=")
                .run(context -> assertThat(context.getBean(Leadership.class).isRunning())
                        .isFalse());
    }

    @Test
    void a_lease_that_makes_no_sense_is_named() {
        Starter.refuses(
                application.withPropertyValues("howdah.leader.name=billing", "howdah.leader.lease=1ms"),
                Listener.class,
                "howdah.leader.lease must be 500 ms to 1 h");
    }
}
