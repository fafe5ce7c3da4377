// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockName;
import io.howdah.lock.LockOverrunException;
import io.howdah.lock.LockTimeoutException;
import io.howdah.lock.Locks;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Methods that are called under a lock. */
@HowdahTest
class LockedTest {
    record Order(@Nullable String id) {}

    private final ApplicationContextRunner application;

    LockedTest(TestDatabase database) {
        this.application = Starter.on(database).withUserConfiguration(Application.class);
    }

    static class Invoices {
        private final List<String> done = new CopyOnWriteArrayList<>();
        private final Locks locks;

        Invoices(Locks locks) {
            this.locks = locks;
        }

        public List<String> done() {
            return done;
        }

        @Locked(name = "${area}:{order.id}")
        public String invoice(Order order) {
            var lock = CurrentLock.handle().orElseThrow();
            assertThat(lock.isHeld()).isTrue();
            assertThat(locks.tryAcquire(lock.name())).as("nobody else has it").isEmpty();
            done.add(lock.name().toString());
            return "invoiced " + order.id();
        }

        @Locked(name = "skip", ifBusy = Locked.IfBusy.SKIP)
        public Optional<String> skip() {
            return Optional.of("done");
        }

        @Locked(name = "skip", ifBusy = Locked.IfBusy.SKIP)
        public void skipQuietly() {
            done.add("quietly");
        }

        @Locked(namespace = "jobs", name = "leased-{p0}", lease = "5s")
        public boolean lease(int number) {
            return locks.tryLease(LockName.of("jobs", "leased-" + number), LeaseOptions.standard())
                    .isEmpty();
        }

        @Locked(name = "failing")
        public void fail() throws IOException {
            throw new IOException("no paper");
        }

        @Locked(name = "slow", maxHold = "50ms")
        public void tooSlow() throws InterruptedException {
            new CountDownLatch(1).await();
        }

        @Transactional
        @Locked(name = "transaction")
        public void inTransaction() {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    done.add("still held: "
                            + locks.tryAcquire(LockName.of("spring", "transaction"))
                                    .isEmpty());
                }
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {
        @Bean
        Invoices invoices(Locks locks) {
            return new Invoices(locks);
        }
    }

    private void run(ContextConsumer<AssertableApplicationContext> test) {
        application.withPropertyValues("area=invoice").run(test);
    }

    @Test
    void the_lock_is_named_by_the_arguments_and_free_afterwards() {
        run(context -> {
            var invoices = context.getBean(Invoices.class);

            assertThat(invoices.invoice(new Order("7"))).isEqualTo("invoiced 7");
            assertThat(invoices.invoice(new Order("7"))).isEqualTo("invoiced 7");

            assertThat(invoices.done()).containsExactly("spring/invoice:7", "spring/invoice:7");
            assertThat(CurrentLock.handle()).isEmpty();
            assertThatThrownBy(() -> invoices.invoice(new Order(null)))
                    .as("everybody without an id would share a lock")
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("{order.id}");
        });
    }

    @Test
    void a_lock_that_is_taken_throws_or_skips() {
        run(context -> {
            var invoices = context.getBean(Invoices.class);
            var locks = context.getBean(Locks.class);
            try (var one = locks.acquire(LockName.of("spring", "invoice:7"), Duration.ZERO);
                    var other = locks.acquire(LockName.of("spring", "skip"), Duration.ZERO)) {
                assertThat(one.isHeld() && other.isHeld()).isTrue();
                assertThatThrownBy(() -> invoices.invoice(new Order("7")))
                        .isInstanceOf(LockTimeoutException.class)
                        .hasMessageContaining("spring/invoice:7");
                assertThat(invoices.skip()).isEmpty();
                invoices.skipQuietly();
                assertThat(invoices.done()).isEmpty();
                invoices.invoice(new Order("8"));
            }
            assertThat(invoices.skip()).contains("done");
        });
    }

    @Test
    void a_lease_is_held_while_the_method_runs() {
        run(context -> {
            assertThat(context.getBean(Invoices.class).lease(1)).isTrue();
            context.getBean(Locks.class)
                    .tryLease(LockName.of("jobs", "leased-1"), LeaseOptions.standard())
                    .orElseThrow()
                    .close();
        });
    }

    @Test
    void what_the_method_throws_is_thrown_and_the_lock_is_free() {
        run(context -> {
            var invoices = context.getBean(Invoices.class);
            assertThatThrownBy(invoices::fail).isInstanceOf(IOException.class).hasMessage("no paper");
            assertThatThrownBy(invoices::tooSlow).isInstanceOf(LockOverrunException.class);
            for (var name : List.of("failing", "slow")) {
                context.getBean(Locks.class)
                        .tryAcquire(LockName.of("spring", name))
                        .orElseThrow()
                        .close();
            }
        });
    }

    @Test
    void the_lock_is_held_until_the_transaction_has_ended() {
        run(context -> {
            context.getBean(Invoices.class).inTransaction();
            assertThat(context.getBean(Invoices.class).done()).containsExactly("still held: true");
        });
    }

    static class Unknown {
        @Locked(name = "invoice:{ordre.id}")
        public void invoice(Order order) {}
    }

    static class Hidden {
        @Locked(name = "hidden")
        private void hidden() {}

        @Override
        public String toString() {
            hidden();
            return "hidden";
        }
    }

    static class Later {
        @Locked(name = "later")
        public CompletableFuture<String> later() {
            return new CompletableFuture<>();
        }
    }

    static class Numbers {
        @Locked(name = "number", ifBusy = Locked.IfBusy.SKIP)
        public int number() {
            return 1;
        }
    }

    @Test
    void what_cannot_be_locked_is_named_at_the_start() {
        Map.of(
                        Unknown.class, "{ordre.id} in \"invoice:{ordre.id}\" is none of the arguments",
                        Hidden.class, "it must not be private, static or final",
                        Later.class, "it must not return a CompletableFuture",
                        Numbers.class, "it must return nothing or an Optional")
                .forEach((configuration, message) -> Starter.refuses(
                        application.withPropertyValues("area=invoice"), configuration, "@Locked on ", message));
    }
}
