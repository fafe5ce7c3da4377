// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Slice;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The audit as a resource. */
@RestController
final class AuditApi {
    private final AuditStore store;
    private final Api api;

    AuditApi(AuditStore store, Api api) {
        this.store = store;
        this.api = api;
    }

    @GetMapping("/api/v1/audit")
    @Allow(Permission.ADMINISTER)
    ResponseEntity<byte[]> list(
            @RequestParam Map<String, String> parameters, @RequestParam(required = false) @Nullable Integer limit) {
        return api.ok(store.list(AuditFilter.of(parameters), AuditFilter.Place.of(parameters), Slice.limit(limit)));
    }
}
