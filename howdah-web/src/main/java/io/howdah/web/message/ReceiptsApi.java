// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.queue.Messages;
import io.howdah.queue.Receipt;
import io.howdah.queue.ReceiptExpiredException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Given;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * What becomes of messages that somebody has received. A receipt is a key of its own: the same request twice does what
 * one does, so no Idempotency-Key is asked for.
 */
@RestController
final class ReceiptsApi {
    private final Messages messages;
    private final Api api;

    ReceiptsApi(Messages messages, Api api) {
        this.messages = messages;
        this.api = api;
    }

    @PostMapping(path = "/api/v1/receipts/ack", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.CONSUME, action = "message.ack")
    ResponseEntity<byte[]> ack(HttpServletRequest request) {
        return answer(messages.ackAll(receipts(request).all()));
    }

    @PostMapping(path = "/api/v1/receipts/nack", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.CONSUME, action = "message.nack")
    ResponseEntity<byte[]> nack(HttpServletRequest request) {
        var given = receipts(request);
        return answer(messages.nackAll(given.all(), Given.or(given.delay(), Duration.ZERO)));
    }

    @PostMapping(path = "/api/v1/receipts/extend", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.CONSUME, action = "message.extend")
    ResponseEntity<byte[]> extend(HttpServletRequest request) {
        var given = receipts(request);
        return answer(messages.extendAll(given.all(), given.requireVisibility()));
    }

    @PostMapping(path = "/api/v1/receipts/dead-letter", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.CONSUME, action = "message.dead-letter")
    ResponseEntity<byte[]> deadLetter(HttpServletRequest request) {
        var given = receipts(request);
        var expired = new ArrayList<Receipt>();
        for (var receipt : given.all()) {
            try {
                messages.deadLetter(receipt, Given.or(given.reason(), "its receiver gave it up"));
            } catch (ReceiptExpiredException late) {
                expired.add(receipt);
            }
        }
        return answer(expired);
    }

    private NewReceipts receipts(HttpServletRequest request) {
        return api.body(request, NewReceipts.class);
    }

    private ResponseEntity<byte[]> answer(List<Receipt> expired) {
        return api.ok(new Ended(expired.stream().map(Receipt::text).toList()));
    }

    /** @param expired those of which nothing was changed: their messages were ended or delivered again before */
    record Ended(List<String> expired) {}
}
