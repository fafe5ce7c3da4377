// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.limit;

import io.howdah.limit.Decision;
import io.howdah.limit.Denied;
import io.howdah.limit.Granted;
import io.howdah.limit.Limits;
import io.howdah.limit.RateLimit;
import io.howdah.spring.limit.RateLimitHeaders;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Rate limits as a resource. A check is no change that could be repeated: no Idempotency-Key is asked for. */
@RestController
final class LimitsApi {
    /** Each is remembered by the process for good; what varies belongs into the key. */
    private static final int MOST_POLICIES = 500;

    private final Limits limits;
    private final LimitReadStore store;
    private final Api api;
    private final Set<RateLimit> known = ConcurrentHashMap.newKeySet();

    LimitsApi(Limits limits, LimitReadStore store, Api api) {
        this.limits = limits;
        this.store = store;
        this.api = api;
    }

    @GetMapping("/api/v1/limits")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list() {
        return api.ok(new Slice<>(store.list(), Optional.empty()));
    }

    @PostMapping(path = "/api/v1/limits/check", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(
            value = Permission.CONSUME,
            action = "limit.check",
            about = {"policy", "key"})
    ResponseEntity<byte[]> check(HttpServletRequest request) {
        var asked = api.body(request, NewCheck.class);
        var rule = rule(asked);
        var decision = limits.tryAcquire(rule, asked.subject(), asked.tokens());
        var headers = RateLimitHeaders.of(rule, decision);
        if (decision instanceof Denied) {
            throw WebException.limited(
                    "The limit " + asked.policy() + " allows no more to " + asked.subject() + " now.", headers);
        }
        var answer = api.ok(new Check(
                true, decision.remaining(), decision.source().name().toLowerCase(Locale.ROOT), fullIn(decision)));
        return ResponseEntity.status(answer.getStatusCode())
                .headers(answer.getHeaders())
                .headers(all -> headers.forEach(all::set))
                .body(answer.getBody());
    }

    @PostMapping(path = "/api/v1/limits/peek", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(
            value = Permission.CONSUME,
            action = "limit.peek",
            about = {"policy", "key"})
    ResponseEntity<byte[]> peek(HttpServletRequest request) {
        var asked = api.body(request, NewCheck.class);
        var standing = limits.peek(rule(asked), asked.subject());
        return api.ok(new KeyStanding(standing.remaining(), standing.nextIn(), standing.fullIn()));
    }

    @PostMapping(path = "/api/v1/limits/reset", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(
            value = Permission.OPERATE,
            action = "limit.reset",
            about = {"policy", "key"})
    ResponseEntity<byte[]> reset(HttpServletRequest request) {
        var asked = api.body(request, NewCheck.class);
        return api.once(request, () -> new KeyReset(limits.reset(rule(asked), asked.subject())));
    }

    private RateLimit rule(NewCheck asked) {
        var rule = asked.rule();
        if (!known.contains(rule)) {
            if (known.size() >= MOST_POLICIES) {
                throw WebException.conflict("This replica knows " + MOST_POLICIES
                        + " policies already. What varies from request to request belongs into the key.");
            }
            known.add(rule);
        }
        return rule;
    }

    private static Duration fullIn(Decision decision) {
        return decision instanceof Granted granted ? granted.fullIn() : Duration.ZERO;
    }

    /**
     * @param source where the answer is from: database, lease, estimate, memory, or fallback when the database is away
     */
    record Check(boolean granted, long remaining, String source, Duration fullIn) {}

    record KeyStanding(long remaining, Duration nextIn, Duration fullIn) {}

    record KeyReset(boolean reset) {}
}
