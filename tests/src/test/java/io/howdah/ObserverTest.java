// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.job.JobOptions;
import io.howdah.job.JobType;
import io.howdah.limit.RateLimit;
import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockName;
import io.howdah.log.GroupOptions;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.queue.QueueName;
import io.howdah.queue.ReceiveOptions;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Whoever observes is told of everything, once, and can break nothing. */
@HowdahTest
class ObserverTest {
    private static final JobType<String> GREET = JobType.of("greet", String.class);
    private static final QueueName<String> MAIL = QueueName.of("mail", String.class);

    private final TestDatabase database;
    private final Heard heard = new Heard();

    ObserverTest(TestDatabase database) {
        this.database = database;
    }

    /** Writes down what it is told. */
    private static final class Heard implements Observer {
        private final List<String> said = new CopyOnWriteArrayList<>();

        @Override
        public void taken(String queue, int count) {
            said.add("taken " + count + " of " + queue);
        }

        @Override
        public void attempted(String queue, String kind, Outcome outcome, Duration took) {
            assertThat(took).isPositive();
            said.add(kind + " of " + queue + " " + outcome.word());
        }

        @Override
        public void attemptLost(String queue, String kind) {
            said.add(kind + " of " + queue + " is another's");
        }

        @Override
        public void settled(Outcome outcome, int count) {
            said.add(count + " settled " + outcome.word());
        }

        @Override
        public void handled(String topic, String group, Outcome outcome, long events, Duration took) {
            said.add(events + " of " + topic + " by " + group + " " + outcome.word());
        }

        @Override
        public void lockLost(String kind, String name) {
            said.add(kind + " lost");
        }

        @Override
        public void limitGranted(String policy, String source) {
            said.add(policy + " granted by " + source);
        }

        @Override
        public void limitDenied(String policy, String source) {
            said.add(policy + " denied by " + source);
        }
    }

    private Howdah observed() {
        return database.howdah(builder -> builder.observer(heard));
    }

    @Test
    void a_job_is_told_of_by_how_it_ended() {
        try (var howdah = observed()) {
            howdah.jobs().handle(GREET, job -> {
                if (job.payload().equals("nobody")) {
                    throw new IllegalStateException("whom?");
                }
            });
            howdah.jobs().enqueue(GREET, "ada");
            howdah.jobs().enqueue(GREET, "nobody", JobOptions.none().attempts(1));
            howdah.jobs().enqueue(GREET, "nobody", JobOptions.none().attempts(2));

            howdah.drain();

            assertThat(heard.said)
                    .containsExactlyInAnyOrder(
                            "taken 3 of default",
                            "greet of default done",
                            "greet of default dead",
                            "greet of default retried");
        }
    }

    @Test
    void a_job_that_was_given_to_another_is_told_of_as_lost() throws Exception {
        var begun = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        try (var howdah = observed()) {
            howdah.jobs().handle(GREET, job -> {
                begun.countDown();
                end.await();
            });
            howdah.start();
            howdah.jobs().enqueue(GREET, "ada");
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

            database.execute("delete from howdah.work_lease");
            end.countDown();

            Await.until("it is told", () -> heard.said.contains("greet of default is another's"));
            assertThat(heard.said).contains("greet of default done");
        }
    }

    @Test
    void messages_are_told_of_when_they_are_received_and_ended() throws Exception {
        try (var howdah = observed()) {
            howdah.messages().send(MAIL, "hello");
            var receipt = howdah.messages()
                    .receive(MAIL, ReceiveOptions.upTo(5))
                    .getFirst()
                    .receipt();
            database.execute("delete from howdah.work_lease");

            assertThat(howdah.messages().nackAll(List.of(receipt), Duration.ZERO))
                    .hasSize(1);

            assertThat(heard.said).containsExactly("taken 1 of mail", "1 settled lost");
        }
    }

    @Test
    void events_are_told_of_by_topic_and_group() {
        var orders = Topic.of("orders");
        try (var howdah = observed()) {
            howdah.log().create(orders);
            howdah.log().handle(orders, "billing", GroupOptions.standard(), batch -> {});
            howdah.start();
            howdah.log()
                    .appendAll(
                            orders,
                            List.of(
                                    NewEvent.of("placed", "1").key("a"),
                                    NewEvent.of("placed", "2").key("a")));

            Await.until("it is told", () -> heard.said.contains("2 of orders by billing done"));
        }
    }

    @Test
    void limits_and_losses_are_told_of() {
        var policy = RateLimit.named("api").allow(1, Duration.ofHours(1)).exact();
        try (var howdah = observed()) {
            howdah.start();
            howdah.limits().tryAcquire(policy, "ada");
            howdah.limits().tryAcquire(policy, "ada");
            howdah.limits().tryAcquire(policy, "ada");
            var lease = howdah.locks()
                    .tryLease(
                            LockName.of("reports", "nightly"),
                            LeaseOptions.standard().ttl(Duration.ofSeconds(1)))
                    .orElseThrow();
            howdah.locks().forceRelease(lease.name(), "ada", "she needs it");

            Await.until("it is told", () -> heard.said.contains("lease lost"));
            assertThat(heard.said)
                    .contains("api granted by DATABASE", "api denied by DATABASE", "api denied by MEMORY");
        }
    }

    @Test
    void one_that_throws_breaks_nothing() {
        Observer broken = new Observer() {
            @Override
            public void taken(String queue, int count) {
                throw new NoSuchMethodError("the meters are of another version");
            }

            @Override
            public void attempted(String queue, String kind, Outcome outcome, Duration took) {
                throw new IllegalStateException("broken");
            }
        };
        try (var howdah = database.howdah(builder -> builder.observer(broken))) {
            howdah.jobs().handle(GREET, job -> {});
            var id = howdah.jobs().enqueue(GREET, "ada");

            howdah.drain();

            assertThat(howdah.jobs().find(id).orElseThrow().state()).hasToString("DONE");
        }
    }
}
