// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.notification.Acceptance;
import io.howdah.notification.MalformedId;
import io.howdah.notification.Notifications;
import io.howdah.notification.Quarantine;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Redaction;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What came in and could not be taken in, as a resource. */
@RestController
final class MalformedApi {
    private final Quarantine quarantine;
    private final MalformedReadStore store;
    private final Redaction redaction;
    private final Api api;

    MalformedApi(Notifications notifications, MalformedReadStore store, Redaction redaction, Api api) {
        this.redaction = redaction;
        this.quarantine = notifications.quarantine();
        this.store = store;
        this.api = api;
    }

    @GetMapping("/api/v1/notifications/malformed")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list(
            @RequestParam(required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable Integer limit) {
        return api.ok(list(store, after, Slice.limit(limit)));
    }

    static Slice<MalformedRow> list(MalformedReadStore store, @Nullable String after, int limit) {
        var from = after == null || after.isEmpty() ? 0 : Slice.before(after);
        return Slice.of(store.list(from, limit + 1), limit, row -> Long.parseLong(row.id()));
    }

    @GetMapping("/api/v1/notifications/malformed/{id}")
    @Allow(Permission.OPERATE)
    ResponseEntity<byte[]> find(@PathVariable("id") long id) {
        return api.ok(require(quarantine, id, redaction));
    }

    @PostMapping("/api/v1/notifications/malformed/{id}/reveal")
    @Allow(value = Permission.OPERATE, action = "notification.reveal-malformed")
    ResponseEntity<byte[]> reveal(@PathVariable("id") long id) {
        return api.ok(require(quarantine, id, Redaction.NONE));
    }

    @PostMapping("/api/v1/notifications/malformed/{id}/resubmit")
    @Allow(value = Permission.OPERATE, action = "notification.resubmit")
    ResponseEntity<byte[]> resubmit(@PathVariable("id") long id, HttpServletRequest request) {
        var corrected = api.bodyIfAny(request, NewResubmission.class).bytes(redaction);
        var by = NotificationsApi.caller(request).name();
        return api.once(request, () -> Submission.of(resubmit(quarantine, id, by, corrected)));
    }

    static Acceptance resubmit(Quarantine quarantine, long id, String by, Optional<byte[]> corrected) {
        require(quarantine, id, Redaction.NONE);
        return corrected
                .map(bytes -> quarantine.resubmit(new MalformedId(id), by, bytes))
                .orElseGet(() -> quarantine.resubmit(new MalformedId(id), by))
                .orElseThrow(() -> settled(id));
    }

    @PostMapping("/api/v1/notifications/malformed/{id}/discard")
    @Allow(value = Permission.OPERATE, action = "notification.discard")
    ResponseEntity<byte[]> discard(@PathVariable("id") long id, HttpServletRequest request) {
        var by = NotificationsApi.caller(request).name();
        return api.once(request, () -> {
            discard(quarantine, id, by);
            return require(quarantine, id, redaction);
        });
    }

    static void discard(Quarantine quarantine, long id, String by) {
        require(quarantine, id, Redaction.NONE);
        if (!quarantine.discard(new MalformedId(id), by)) {
            throw settled(id);
        }
    }

    static MalformedFound require(Quarantine quarantine, long id, Redaction by) {
        return quarantine
                .find(new MalformedId(id))
                .map(found -> MalformedFound.of(found, by))
                .orElseThrow(() ->
                        WebException.notFound("Nothing was put aside as " + id + ", or it is not kept any more."));
    }

    private static WebException settled(long id) {
        return WebException.conflict("Somebody has dealt with " + id + " already.");
    }

    /**
     * What is submitted instead of what came; neither is what came, once more.
     *
     * @param base64 for what is no text
     */
    record NewResubmission(@Nullable String text, @Nullable String base64) {
        NewResubmission {
            if (text != null && base64 != null) {
                throw WebException.invalid("text and base64 exclude each other.");
            }
        }

        Optional<byte[]> bytes(Redaction redaction) {
            var given = bytes();
            given.ifPresent(bytes -> redaction.requireWhole(new String(bytes, UTF_8)));
            return given;
        }

        private Optional<byte[]> bytes() {
            try {
                return text != null
                        ? Optional.of(text.getBytes(UTF_8))
                        : Optional.ofNullable(base64).map(Base64.getDecoder()::decode);
            } catch (IllegalArgumentException wrong) {
                throw WebException.invalid("base64 is not Base64: " + wrong.getMessage());
            }
        }
    }
}
