// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.limit.ClientAddress;
import io.howdah.limit.Denied;
import io.howdah.limit.Granted;
import io.howdah.limit.Limits;
import io.howdah.limit.LoginAttempt.Allowed;
import io.howdah.limit.LoginAttempt.Refused;
import io.howdah.limit.LoginRules;
import io.howdah.limit.LoginThrottle;
import io.howdah.limit.RateLimit;
import io.howdah.test.HowdahTest;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code of the page on rate limits, run. */
@HowdahTest
class LimitsPageTest {
    @Test
    void the_page_on_limits_runs(Howdah howdah) throws Exception {
        assertThat(answer(howdah.limits(), "customer-42")).isEqualTo(200);
        assertThat(answer(howdah.limits(), "customer-42")).isEqualTo(200);
        download(howdah.limits());

        var logins =
                howdah.limits().logins(LoginRules.standard().delays(Duration.ofMinutes(1), Duration.ofMinutes(15)));
        var peer = InetAddress.getByName("10.0.0.1");
        for (int i = 0; i < 5; i++) {
            assertThat(login(logins, peer, List.of("198.51.100.1"), "ann", "wrong"))
                    .isEqualTo(401);
        }
        assertThat(login(logins, peer, List.of("198.51.100.1"), "ann", "right")).isEqualTo(429);
        assertThat(login(logins, peer, List.of("198.51.100.2"), "ann", "right")).isEqualTo(200);
    }

    private static boolean matches(String account, String password) {
        return !account.isEmpty() && password.equals("right");
    }

    private static int status(int status, Duration retryAfter) {
        return retryAfter.isNegative() ? 500 : status;
    }

    private static void send() {}

    // snippet: rate-limits
    static final RateLimit API = RateLimit.named("api")
            .allow(10, Duration.ofSeconds(1)) // a burst of 10, then one every 100 ms
            .allow(1_000, Duration.ofHours(1)); // and this as well, or neither is taken

    static final RateLimit EXPORTS = RateLimit.named("exports")
            .window(100, Duration.ofDays(1)) // never more than 100 in any 24 hours
            .durable(); // survives a crash of the server; denies while the database is away

    int answer(Limits limits, String customer) {
        return switch (limits.tryAcquire(API, customer)) {
            case Granted granted -> status(200, granted.fullIn());
            case Denied denied -> status(429, denied.retryIn());
        };
    }

    void download(Limits limits) throws InterruptedException {
        if (limits.acquire(EXPORTS, "customer-42", 5, Duration.ofSeconds(2)) instanceof Granted granted) {
            var sent = false;
            try {
                send();
                sent = true;
            } finally {
                if (!sent) {
                    limits.refund(granted);
                }
            }
        }
    }
    // end

    // snippet: logins
    int login(LoginThrottle logins, InetAddress peer, List<String> forwardedFor, String account, String password) {
        var address = ClientAddress.behindProxies(peer, forwardedFor, 1); // one proxy of our own
        return switch (logins.attempt(account, address)) {
            case Refused refused -> status(429, refused.retryIn()); // the password is not looked at
            case Allowed allowed -> {
                if (!matches(account, password)) {
                    yield 401; // it has been counted already
                }
                allowed.succeeded();
                yield 200;
            }
        };
    }
    // end
}
