// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.Payload;
import io.howdah.queue.Messages;
import io.howdah.queue.Queues;
import io.howdah.queue.RedriveOptions;
import io.howdah.queue.SendOptions;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Content;
import io.howdah.web.api.Redaction;
import io.howdah.web.api.Trees;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Words;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The messages of a queue, for people. */
@Controller
final class MessagePages {
    private static final int SHOWN = 50;

    private final Messages messages;
    private final Queues queues;
    private final Redaction redaction;
    private final Pages pages;

    MessagePages(Messages messages, Queues queues, Redaction redaction, Pages pages) {
        this.messages = messages;
        this.queues = queues;
        this.redaction = redaction;
        this.pages = pages;
    }

    @GetMapping("/queues/{queue}/messages")
    @Allow(Permission.OPERATE)
    ResponseEntity<String> list(
            HttpServletRequest request,
            @PathVariable("queue") String queue,
            @RequestParam Map<String, String> parameters) {
        return shown(request, queue, MessageFilter.of(parameters), redaction);
    }

    @PostMapping("/queues/{queue}/messages/reveal")
    @Allow(value = Permission.OPERATE, action = "message.reveal")
    ResponseEntity<String> reveal(HttpServletRequest request, @PathVariable("queue") String queue) {
        return shown(request, queue, MessageFilter.NONE, Redaction.NONE);
    }

    private ResponseEntity<String> shown(HttpServletRequest request, String queue, MessageFilter filter, Redaction by) {
        var info = queues.find(queue)
                .map(QueueStatistics::of)
                .orElseThrow(() -> WebException.notFound("There is no queue " + queue + "."));
        return pages.page(
                request,
                "Messages of " + queue,
                "messages",
                Map.of(
                        "queue",
                        info,
                        "filter",
                        filter,
                        "messages",
                        filter.peek(queues, queue, SHOWN, by),
                        "revealed",
                        redaction.isOn() && !by.isOn()));
    }

    @PostMapping("/queues/{queue}/messages")
    @Allow(value = Permission.OPERATE, action = "message.send")
    ResponseEntity<String> send(
            HttpServletRequest request,
            @PathVariable("queue") String queue,
            @RequestParam("payload") String text,
            @RequestParam(name = "group", defaultValue = "") String group) {
        var options = group.isBlank() ? SendOptions.none() : SendOptions.none().group(group.strip());
        messages.send(MessagesApi.named(queue), json(redaction.requireWhole(text)), options);
        return back(request, queue);
    }

    @PostMapping("/queues/{queue}/purge")
    @Allow(value = Permission.OPERATE, action = "queue.purge")
    ResponseEntity<String> purge(HttpServletRequest request, @PathVariable("queue") String queue) {
        queues.purge(queue);
        return back(request, queue);
    }

    @PostMapping("/queues/{queue}/redrive")
    @Allow(value = Permission.OPERATE, action = "queue.redrive")
    ResponseEntity<String> redrive(
            HttpServletRequest request,
            @PathVariable("queue") String queue,
            @RequestParam(name = "reason", defaultValue = "") String reason) {
        queues.redrive(queue, RedriveOptions.all().reasonContaining(reason.strip()));
        return back(request, queue);
    }

    private ResponseEntity<String> back(HttpServletRequest request, String queue) {
        return pages.goTo(request, "/queues/" + Words.step(queue) + "/messages");
    }

    private static Payload json(String text) {
        return Content.payload(Trees.given("The message", text));
    }
}
