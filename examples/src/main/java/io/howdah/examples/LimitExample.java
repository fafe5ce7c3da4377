// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples;

import io.howdah.Howdah;
import io.howdah.limit.Denied;
import io.howdah.limit.Granted;
import io.howdah.limit.RateLimit;
import java.time.Duration;

/** Two processes share one limit: three a minute for each customer, together. */
final class LimitExample {
    private static final RateLimit EXPORTS = RateLimit.named("example-exports").window(3, Duration.ofMinutes(1));

    private LimitExample() {}

    public static void main(String... arguments) {
        var dataSource = Database.of(arguments);
        try (var one = Howdah.open(dataSource);
                var other = Howdah.open(dataSource)) {
            one.migrate();
            one.limits().reset(EXPORTS, "ada");

            for (int request = 1; request <= 4; request++) {
                var process = request % 2 == 0 ? one : other;
                switch (process.limits().tryAcquire(EXPORTS, "ada")) {
                    case Granted granted ->
                        System.out.println("request " + request + " granted, " + granted.remaining() + " left");
                    case Denied denied ->
                        System.out.println("request " + request + " denied, for about "
                                + Math.round(denied.retryIn().toSeconds() / 60.0) + " minute");
                }
            }
            var bob = one.limits().tryAcquire(EXPORTS, "bob");
            System.out.println("bob has a limit of his own: " + bob.isGranted());
        }
    }
}
