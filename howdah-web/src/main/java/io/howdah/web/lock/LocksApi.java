// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.lock;

import io.howdah.lock.ForcedRelease;
import io.howdah.lock.LockName;
import io.howdah.lock.Locks;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Caller;
import io.howdah.web.access.Gate;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Given;
import io.howdah.web.api.Slice;
import io.howdah.web.lock.NewLease.NewLeaseRelease;
import io.howdah.web.lock.NewLease.NewLeaseRenewal;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Locks as a resource, and leases for clients that know nothing but HTTP. A lease names itself by its token: renewing
 * and releasing twice is the same as once, or is refused, so no Idempotency-Key is asked for.
 */
@RestController
final class LocksApi {
    private final Locks locks;
    private final Api api;

    LocksApi(Locks locks, Api api) {
        this.locks = locks;
        this.api = api;
    }

    @GetMapping("/api/v1/locks")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list(
            @RequestParam(required = false) @Nullable String namespace,
            @RequestParam(required = false) @Nullable String name,
            @RequestParam(required = false) @Nullable Integer limit) {
        var holders = namespace == null && name == null
                ? locks.listHolders(Slice.limit(limit))
                : locks.findHolders(LockName.of(Given.or(namespace, ""), Given.or(name, "")));
        return api.ok(new Slice<>(holders.stream().map(HolderRow::of).toList(), Optional.empty()));
    }

    @PostMapping(path = "/api/v1/locks/force-release", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(
            value = Permission.OPERATE,
            action = "lock.force",
            about = {"namespace", "name"})
    ResponseEntity<byte[]> force(HttpServletRequest request) {
        var asked = api.body(request, NewForce.class);
        var actor = Gate.caller(request).map(Caller::name).orElse("nobody");
        return api.once(
                request,
                () -> new Forced(locks.forceRelease(asked.lock(), actor, asked.why()).stream()
                        .map(Taken::of)
                        .toList()));
    }

    @PostMapping(path = "/api/v1/leases", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(
            value = Permission.CONSUME,
            action = "lease.acquire",
            about = {"namespace", "name"})
    ResponseEntity<byte[]> acquire(HttpServletRequest request) {
        var asked = api.body(request, NewLease.class);
        var owner =
                Given.or(asked.owner(), Gate.caller(request).map(Caller::name).orElse("nobody"));
        var answer = locks.tryLeaseFor(owner, asked.lock(), asked.options());
        if (answer.token().isPresent()) {
            return api.ok(new LeaseGranted(Long.toString(answer.token().get()), asked.time()));
        }
        throw WebException.busy(
                "lock-timeout",
                "The lease " + asked.lock() + " is held by somebody else.",
                answer.freeIn().orElse(Duration.ofSeconds(1)));
    }

    @PostMapping(path = "/api/v1/leases/renew", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(
            value = Permission.CONSUME,
            action = "lease.renew",
            about = {"namespace", "name"})
    ResponseEntity<byte[]> renew(HttpServletRequest request) {
        var asked = api.body(request, NewLeaseRenewal.class);
        locks.renewLease(asked.lock(), asked.number(), asked.time());
        return api.ok(new LeaseGranted(Long.toString(asked.number()), asked.time()));
    }

    @PostMapping(path = "/api/v1/leases/release", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(
            value = Permission.CONSUME,
            action = "lease.release",
            about = {"namespace", "name"})
    ResponseEntity<byte[]> release(HttpServletRequest request) {
        var asked = api.body(request, NewLeaseRelease.class);
        locks.releaseLease(asked.lock(), asked.number());
        return api.ok(new Released(true));
    }

    /** Who loses the lock, and why. */
    record NewForce(
            @Nullable String namespace,
            @Nullable String name,
            @Nullable String reason) {
        NewForce {
            if (namespace == null || name == null || reason == null) {
                throw WebException.invalid("A forced release has a namespace, a name and a reason.");
            }
        }

        LockName lock() {
            return LockName.of(Given.or(namespace, ""), Given.or(name, ""));
        }

        String why() {
            return Given.or(reason, "");
        }
    }

    /** @param ttl how long it lasts if it is not renewed */
    record LeaseGranted(String token, Duration ttl) {}

    record Released(boolean released) {}

    record Forced(List<Taken> taken) {}

    /** @param alsoLost what else the session held that was ended for it */
    record Taken(String kind, Optional<String> token, Optional<String> holder, List<String> alsoLost) {
        static Taken of(ForcedRelease taken) {
            return new Taken(
                    taken.kind().name().toLowerCase(Locale.ROOT),
                    taken.token().map(String::valueOf),
                    taken.holder(),
                    taken.alsoLost());
        }
    }
}
