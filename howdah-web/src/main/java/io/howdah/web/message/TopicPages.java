// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.queue.Topics;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Pages;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Which queues get what is published, for people. */
@Controller
final class TopicPages {
    private static final int SHOWN = 500;

    private final Topics topics;
    private final Pages pages;

    TopicPages(Topics topics, Pages pages) {
        this.topics = topics;
        this.pages = pages;
    }

    @GetMapping("/topics")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(
            HttpServletRequest request, @RequestParam(name = "topic", defaultValue = "") String given) {
        var topic = given.strip();
        return pages.page(
                request,
                "Topics",
                "topics",
                Map.of(
                        "bindings",
                        topics.list(SHOWN),
                        "topic",
                        topic,
                        "reached",
                        topic.isEmpty() ? List.<String>of() : topics.route(topic)));
    }

    @PostMapping("/topics/bind")
    @Allow(
            value = Permission.OPERATE,
            action = "topic.bind",
            about = {"pattern", "queue"})
    ResponseEntity<String> bind(
            HttpServletRequest request, @RequestParam("pattern") String pattern, @RequestParam("queue") String queue) {
        topics.bind(pattern.strip(), MessagesApi.named(queue.strip()));
        return pages.goTo(request, "/topics");
    }

    @PostMapping("/topics/unbind")
    @Allow(
            value = Permission.OPERATE,
            action = "topic.unbind",
            about = {"pattern", "queue"})
    ResponseEntity<String> unbind(
            HttpServletRequest request, @RequestParam("pattern") String pattern, @RequestParam("queue") String queue) {
        topics.unbind(pattern, MessagesApi.named(queue));
        return pages.goTo(request, "/topics");
    }
}
