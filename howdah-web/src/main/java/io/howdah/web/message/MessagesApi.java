// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.Payload;
import io.howdah.queue.MessageId;
import io.howdah.queue.Messages;
import io.howdah.queue.QueueName;
import io.howdah.queue.Queues;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Redaction;
import io.howdah.web.api.Slice;
import io.howdah.web.console.Words;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Messages of a queue as a resource. */
@RestController
final class MessagesApi {
    private final Messages messages;
    private final Queues queues;
    private final Redaction redaction;
    private final Api api;

    MessagesApi(Messages messages, Queues queues, Redaction redaction, Api api) {
        this.messages = messages;
        this.queues = queues;
        this.redaction = redaction;
        this.api = api;
    }

    @PostMapping(path = "/api/v1/queues/{queue}/messages", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.PRODUCE, action = "message.send")
    ResponseEntity<byte[]> send(@PathVariable("queue") String queue, HttpServletRequest request) {
        var message = api.body(request, NewMessage.class);
        return api.created(request, () -> {
            var id = messages.send(named(queue), message.content(), message.options());
            return new Api.Created(path(queue), new Sent(id.toString()));
        });
    }

    @PostMapping(path = "/api/v1/queues/{queue}/messages/batch", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.PRODUCE, action = "message.send")
    ResponseEntity<byte[]> sendAll(@PathVariable("queue") String queue, HttpServletRequest request) {
        var batch = api.body(request, NewMessages.class);
        return api.createdTogether(request, () -> {
            var ids = batch.send(messages, named(queue));
            return new Api.Created(
                    path(queue),
                    new SentAll(ids.stream().map(MessageId::toString).toList()));
        });
    }

    /** Nothing is kept for an Idempotency-Key here: what an answer that got lost had is delivered again. */
    @PostMapping("/api/v1/queues/{queue}/messages/receive")
    @Allow(value = Permission.CONSUME, action = "message.receive")
    ResponseEntity<byte[]> receive(@PathVariable("queue") String queue, HttpServletRequest request)
            throws InterruptedException {
        var options = api.bodyIfAny(request, NewReceive.class).options();
        var received = messages.receive(named(queue), options);
        return api.ok(new Slice<>(received.stream().map(ReceivedMessage::of).toList(), Optional.empty()));
    }

    @GetMapping("/api/v1/queues/{queue}/messages")
    @Allow(Permission.OPERATE)
    ResponseEntity<byte[]> peek(
            @PathVariable("queue") String queue,
            @RequestParam Map<String, String> parameters,
            @RequestParam(required = false) @Nullable Integer limit) {
        return shown(queue, parameters, Slice.limit(limit), redaction);
    }

    @PostMapping("/api/v1/queues/{queue}/messages/reveal")
    @Allow(value = Permission.OPERATE, action = "message.reveal")
    ResponseEntity<byte[]> reveal(
            @PathVariable("queue") String queue,
            @RequestParam Map<String, String> parameters,
            @RequestParam(required = false) @Nullable Integer limit) {
        return shown(queue, parameters, Slice.limit(limit), Redaction.NONE);
    }

    private ResponseEntity<byte[]> shown(String queue, Map<String, String> parameters, int limit, Redaction by) {
        var found = MessageFilter.of(parameters).peek(queues, queue, limit, by);
        return api.ok(new Slice<>(found, Optional.empty()));
    }

    @DeleteMapping("/api/v1/queues/{queue}/messages")
    @Allow(value = Permission.OPERATE, action = "queue.purge")
    ResponseEntity<byte[]> purge(@PathVariable("queue") String queue, HttpServletRequest request) {
        return api.once(request, () -> new Counted(queues.purge(queue)));
    }

    @PostMapping("/api/v1/queues/{queue}/redrive")
    @Allow(value = Permission.OPERATE, action = "queue.redrive")
    ResponseEntity<byte[]> redrive(@PathVariable("queue") String queue, HttpServletRequest request) {
        var asked = api.bodyIfAny(request, NewRedrive.class);
        var options = asked.options();
        return api.once(
                request,
                () -> new Redriven(
                        asked.isDryRun(),
                        asked.isDryRun() ? queues.countRedrivable(queue, options) : queues.redrive(queue, options)));
    }

    @PutMapping(path = "/api/v1/queues/{queue}/settings", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "queue.configure")
    ResponseEntity<byte[]> configure(@PathVariable("queue") String queue, HttpServletRequest request) {
        var settings = api.body(request, NewSettings.class).settings();
        return api.once(request, () -> {
            queues.configure(named(queue).name(), settings);
            return require(queue).settings();
        });
    }

    @GetMapping("/api/v1/queues/{queue}/statistics")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> statistics(@PathVariable("queue") String queue) {
        return api.ok(require(queue));
    }

    private QueueStatistics require(String queue) {
        return queues.find(queue)
                .map(QueueStatistics::of)
                .orElseThrow(() -> WebException.notFound("There is no queue " + queue + ": nobody has named it yet."));
    }

    static QueueName<Payload> named(String queue) {
        return QueueName.of(queue, Payload.class);
    }

    private static String path(String queue) {
        return "queues/" + Words.step(queue) + "/messages";
    }

    record Sent(String id) {}

    record SentAll(List<String> ids) {}

    /** @param dryRun nothing was changed; so many would be */
    record Redriven(boolean dryRun, long count) {}

    record Counted(long count) {}
}
