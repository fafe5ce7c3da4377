// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.access.Allow;
import io.howdah.web.access.Caller;
import io.howdah.web.access.Gate;
import io.howdah.web.access.Permission;
import io.howdah.web.access.Role;
import io.howdah.web.api.Api;
import io.howdah.web.api.Given;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** API keys as a resource. A key that is told is kept nowhere, so making one takes no Idempotency-Key. */
@RestController
final class KeysApi {
    private final Keys keys;
    private final Api api;

    KeysApi(Keys keys, Api api) {
        this.keys = keys;
        this.api = api;
    }

    @GetMapping("/api/v1/keys")
    @Allow(Permission.ADMINISTER)
    ResponseEntity<byte[]> list() {
        return api.ok(new Slice<>(keys.list().stream().map(KeyRow::of).toList(), Optional.empty()));
    }

    @PostMapping(path = "/api/v1/keys", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(
            value = Permission.ADMINISTER,
            action = "key.create",
            about = {"name", "role"})
    ResponseEntity<byte[]> create(HttpServletRequest request) {
        var asked = api.body(request, NewApiKey.class);
        var word = Given.or(asked.role, "");
        var role = Role.require(word, List.of(Role.values()));
        var by = Gate.caller(request).map(Caller::name).orElse("");
        var secret = keys.create(Given.or(asked.name, ""), role, by, Optional.ofNullable(asked.valid));
        return ResponseEntity.status(201)
                .contentType(MediaType.APPLICATION_JSON)
                .body(api.written(new KeyMade(Keys.idOf(secret), secret)));
    }

    @PostMapping("/api/v1/keys/{id}/revoke")
    @Allow(value = Permission.ADMINISTER, action = "key.revoke")
    ResponseEntity<byte[]> revoke(@PathVariable("id") String id) {
        return api.ok(new KeyRevoked(keys.revoke(id)));
    }

    /** @param valid without an end if it is absent */
    record NewApiKey(
            @Nullable String name,
            @Nullable String role,
            @Nullable Duration valid) {}

    /** @param key all of it, which is told once */
    record KeyMade(String id, String key) {}

    /** @param revoked false when there is no such key, or it was revoked before */
    record KeyRevoked(boolean revoked) {}

    /** A key without what makes it one. */
    record KeyRow(
            String id,
            String name,
            String role,
            boolean valid,
            String createdBy,
            Instant createdAt,
            Optional<Instant> expiresAt,
            Optional<Instant> revokedAt,
            Optional<Instant> usedAt) {
        static KeyRow of(ApiKey key) {
            return new KeyRow(
                    key.id(),
                    key.name(),
                    key.role().word(),
                    key.isValid(),
                    key.createdBy(),
                    key.createdAt(),
                    key.expiresAt(),
                    key.revokedAt(),
                    key.usedAt());
        }
    }
}
