// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.job.Retry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A job is enqueued in a transaction, fails once, and runs again. */
final class JobExample {
    record Welcome(String email) {}

    private static final JobType<Welcome> WELCOME = JobType.of("welcome", Welcome.class)
            .retry(Retry.fixed(Duration.ofMillis(100)).attempts(5))
            .timeout(Duration.ofSeconds(30));

    private JobExample() {}

    public static void main(String... arguments) throws Exception {
        var dataSource = Database.of(arguments);
        var welcomed = new CountDownLatch(1);
        try (var howdah = Howdah.open(dataSource);
                var connection = dataSource.getConnection()) {
            howdah.migrate();
            howdah.jobs().handle(WELCOME, job -> {
                System.out.println(
                        "attempt " + job.attempt() + " for " + job.payload().email());
                if (job.attempt() == 1) {
                    throw new IllegalStateException("the mail server is away");
                }
                welcomed.countDown();
            });
            howdah.start();

            connection.setAutoCommit(false);
            howdah.jobs().enqueue(connection, WELCOME, new Welcome("nobody@example.com"));
            connection.rollback(); // as if it had never been enqueued
            var id = howdah.jobs().enqueue(connection, WELCOME, new Welcome("ada@example.com"));
            connection.commit(); // from now on it will run, whoever dies

            welcomed.await();
            howdah.stop(); // lets what runs end, and writes down how it ended
            System.out.println("it is " + howdah.jobs().find(id).orElseThrow().state());
        }
    }
}
