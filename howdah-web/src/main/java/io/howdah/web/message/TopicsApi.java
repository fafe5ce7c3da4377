// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.queue.Topics;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Slice;
import io.howdah.web.console.Words;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Topics, and which queues get what is published under them. */
@RestController
final class TopicsApi {
    static final int MOST_BINDINGS = 10_000;

    private final Topics topics;
    private final Api api;

    TopicsApi(Topics topics, Api api) {
        this.topics = topics;
        this.api = api;
    }

    @GetMapping("/api/v1/bindings")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list() {
        var bindings = topics.list(MOST_BINDINGS).stream()
                .map(one -> new TopicBinding(one.pattern(), one.queue()))
                .toList();
        return api.ok(new Slice<>(bindings, Optional.empty()));
    }

    @PostMapping(path = "/api/v1/bindings", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(
            value = Permission.OPERATE,
            action = "topic.bind",
            about = {"pattern", "queue"})
    ResponseEntity<byte[]> bind(HttpServletRequest request) {
        var given = api.body(request, NewBinding.class);
        return api.once(
                request,
                () -> new Bound(
                        topics.bind(String.valueOf(given.pattern), MessagesApi.named(String.valueOf(given.queue)))));
    }

    @DeleteMapping("/api/v1/bindings")
    @Allow(
            value = Permission.OPERATE,
            action = "topic.unbind",
            about = {"pattern", "queue"})
    ResponseEntity<byte[]> unbind(
            @RequestParam("pattern") String pattern, @RequestParam("queue") String queue, HttpServletRequest request) {
        return api.once(request, () -> new Bound(topics.unbind(pattern, MessagesApi.named(queue))));
    }

    @GetMapping("/api/v1/topics/{topic}")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> route(@PathVariable("topic") String topic) {
        return api.ok(new Reached(topics.route(topic)));
    }

    @PostMapping(path = "/api/v1/topics/{topic}", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.PRODUCE, action = "topic.publish")
    ResponseEntity<byte[]> publish(@PathVariable("topic") String topic, HttpServletRequest request) {
        var message = api.body(request, NewMessage.class);
        return api.created(request, () -> {
            Map<String, String> ids = new TreeMap<>();
            topics.publish(topic, message.content(), message.options())
                    .forEach((queue, id) -> ids.put(queue, id.toString()));
            return new Api.Created("topics/" + Words.step(topic), new Published(ids));
        });
    }

    record NewBinding(@Nullable String pattern, @Nullable String queue) {
        NewBinding {
            if (pattern == null || queue == null) {
                throw WebException.invalid("A binding has a pattern and a queue.");
            }
        }
    }

    record TopicBinding(String pattern, String queue) {}

    /** @param changed whether it had been otherwise */
    record Bound(boolean changed) {}

    record Reached(List<String> queues) {}

    /** @param messages by queue */
    record Published(Map<String, String> messages) {}
}
