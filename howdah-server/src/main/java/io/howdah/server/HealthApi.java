// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Whether the replica lives and is ready, for whoever decides where requests go. Answered from memory. */
@RestController
final class HealthApi {
    private final Replica replica;
    private final JsonMapper json = new JsonMapper();

    HealthApi(Replica replica) {
        this.replica = replica;
    }

    @RequestMapping(
            path = "/health/live",
            method = {RequestMethod.GET, RequestMethod.HEAD})
    @Allow(Permission.NONE)
    ResponseEntity<String> live() {
        return answer(200, "{\"live\":true}");
    }

    @RequestMapping(
            path = "/health/ready",
            method = {RequestMethod.GET, RequestMethod.HEAD})
    @Allow(Permission.NONE)
    ResponseEntity<String> ready() {
        var health = replica.health();
        var body = new Readiness(health.isReady(), health.reasons());
        return answer(health.isReady() ? 200 : 503, json.writeValueAsString(body));
    }

    private static ResponseEntity<String> answer(int status, String body) {
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .body(body + "\n");
    }

    private record Readiness(boolean ready, List<String> reasons) {}
}
