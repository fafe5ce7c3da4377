// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.queue;

import io.howdah.queue.Queues;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;

/** Queues as a resource. */
@RestController
final class QueuesApi {
    private final Queues queues;
    private final QueueReadStore store;
    private final Api api;

    QueuesApi(Queues queues, QueueReadStore store, Api api) {
        this.queues = queues;
        this.store = store;
        this.api = api;
    }

    @GetMapping("/api/v1/queues")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list() {
        return api.ok(new Slice<>(store.list(), Optional.empty()));
    }

    @GetMapping("/api/v1/queues/{queue}")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> find(@PathVariable("queue") String queue) {
        return api.ok(require(queue));
    }

    @PostMapping("/api/v1/queues/{queue}/pause")
    @Allow(value = Permission.OPERATE, action = "queue.pause")
    ResponseEntity<byte[]> pause(@PathVariable("queue") String queue, HttpServletRequest request) {
        require(queue);
        return api.once(request, () -> new Changed(queues.pause(queue)));
    }

    @PostMapping("/api/v1/queues/{queue}/resume")
    @Allow(value = Permission.OPERATE, action = "queue.resume")
    ResponseEntity<byte[]> resume(@PathVariable("queue") String queue, HttpServletRequest request) {
        require(queue);
        return api.once(request, () -> new Changed(queues.resume(queue)));
    }

    @PutMapping(path = "/api/v1/queues/{queue}/limits", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "queue.limit")
    ResponseEntity<byte[]> limit(@PathVariable("queue") String queue, HttpServletRequest request) {
        var limits = api.body(request, NewLimits.class).limits();
        return api.once(request, () -> {
            queues.limit(queue, limits);
            return require(queue).limits();
        });
    }

    private QueueRow require(String queue) {
        return store.find(queue).orElseThrow(() -> missing(queue));
    }

    static WebException missing(String queue) {
        return WebException.notFound("There is no queue " + queue + ": nobody has named it yet.");
    }

    record Changed(boolean changed) {}
}
