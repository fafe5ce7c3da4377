// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.queue;

import io.howdah.queue.Queues;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Words;
import io.howdah.web.queue.QueueRow.KeyOrder;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Queues, for people. */
@Controller
final class QueuePages {
    private final Queues queues;
    private final QueueReadStore store;
    private final Pages pages;

    QueuePages(Queues queues, QueueReadStore store, Pages pages) {
        this.queues = queues;
        this.store = store;
        this.pages = pages;
    }

    @GetMapping("/queues")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(HttpServletRequest request) {
        return pages.page(request, "Queues", "queues", Map.of("queues", store.list()));
    }

    @GetMapping("/queues/{queue}")
    @Allow(Permission.VIEW)
    ResponseEntity<String> queue(HttpServletRequest request, @PathVariable("queue") String queue) {
        var row = store.find(queue).orElseThrow(() -> QueuesApi.missing(queue));
        return pages.page(request, "Queue " + queue, "queue", Map.of("queue", row));
    }

    @PostMapping("/queues/{queue}/pause")
    @Allow(value = Permission.OPERATE, action = "queue.pause")
    ResponseEntity<String> pause(HttpServletRequest request, @PathVariable("queue") String queue) {
        queues.pause(queue);
        return back(request, queue);
    }

    @PostMapping("/queues/{queue}/resume")
    @Allow(value = Permission.OPERATE, action = "queue.resume")
    ResponseEntity<String> resume(HttpServletRequest request, @PathVariable("queue") String queue) {
        queues.resume(queue);
        return back(request, queue);
    }

    @PostMapping("/queues/{queue}/limits")
    @Allow(value = Permission.OPERATE, action = "queue.limit")
    ResponseEntity<String> limit(
            HttpServletRequest request, @PathVariable("queue") String queue, @RequestParam Map<String, String> form) {
        var seconds = number(form.get("seconds"), "the seconds of the rate");
        var limits = new NewLimits(
                number(form.get("concurrency"), "concurrency"),
                number(form.get("workers"), "workers"),
                number(form.get("perKey"), "jobs per key"),
                order(form.get("keys")),
                number(form.get("rate"), "the rate"),
                seconds == null ? null : Duration.ofSeconds(seconds));
        queues.limit(queue, limits.limits());
        return back(request, queue);
    }

    private ResponseEntity<String> back(HttpServletRequest request, String queue) {
        return pages.goTo(request, "/queues/" + Words.step(queue));
    }

    private static @Nullable KeyOrder order(@Nullable String word) {
        return word == null || word.isEmpty() ? null : KeyOrder.valueOf(word);
    }

    private static @Nullable Integer number(@Nullable String text, String what) {
        if (text == null || text.isBlank()) {
            return null;
        }
        try {
            return Integer.valueOf(text.strip());
        } catch (NumberFormatException wrong) {
            throw WebException.invalid(what + " must be a number: " + text);
        }
    }
}
