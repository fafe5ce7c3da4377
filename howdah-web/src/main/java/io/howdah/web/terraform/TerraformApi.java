// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.terraform;

import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Caller;
import io.howdah.web.access.Gate;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Slice;
import io.howdah.workspace.CommitOptions;
import io.howdah.workspace.WorkspaceLock;
import io.howdah.workspace.WorkspaceName;
import io.howdah.workspace.WorkspaceVersion;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Terraform's HTTP backend. States hold secrets: whoever reads one may operate. */
@RestController
final class TerraformApi {
    private static final String STATE = "/api/terraform/{application}/{environment}";
    private static final int MOST_BYTES = 64 << 20;
    private static final int LOCKED = 423;
    private static final int MOST_LISTED = 100;

    private final States states;
    private final Api api;

    TerraformApi(States states, Api api) {
        this.states = states;
        this.api = api;
    }

    @GetMapping(STATE)
    @Allow(Permission.OPERATE)
    ResponseEntity<byte[]> read(
            @PathVariable("application") String application, @PathVariable("environment") String environment) {
        return states.read(WorkspaceName.of(application, environment))
                .map(state -> ResponseEntity.ok()
                        .contentType(MediaType.APPLICATION_JSON)
                        .body(state))
                .orElseGet(() -> ResponseEntity.notFound().build());
    }

    @PostMapping(STATE)
    @Allow(value = Permission.OPERATE, action = "terraform.write")
    ResponseEntity<Void> write(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @RequestParam(name = "ID", required = false) @Nullable String lock,
            HttpServletRequest request)
            throws IOException {
        states.write(WorkspaceName.of(application, environment), body(request), options(request, lock));
        return ResponseEntity.ok().build();
    }

    @DeleteMapping(STATE)
    @Allow(value = Permission.OPERATE, action = "terraform.delete")
    ResponseEntity<Void> delete(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @RequestParam(name = "ID", required = false) @Nullable String lock,
            HttpServletRequest request) {
        states.delete(WorkspaceName.of(application, environment), options(request, lock));
        return ResponseEntity.ok().build();
    }

    /** LOCK and UNLOCK, of which Spring has no mapping of their own. */
    @RequestMapping(STATE)
    @Allow(value = Permission.OPERATE, action = "terraform.lock")
    ResponseEntity<byte[]> lock(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            HttpServletRequest request)
            throws IOException {
        var name = WorkspaceName.of(application, environment);
        var info = new String(body(request), StandardCharsets.UTF_8);
        return switch (request.getMethod()) {
            case "LOCK" -> answer(states.lock(name, LockInfo.idOf(info), info), LOCKED);
            // Forced, Terraform sends nothing along, not even the id that it was told.
            case "UNLOCK" ->
                answer(states.unlock(name, info.isBlank() ? Optional.empty() : Optional.of(LockInfo.idOf(info))), 409);
            default -> ResponseEntity.status(405).build();
        };
    }

    @GetMapping(STATE + "/versions")
    @Allow(Permission.OPERATE)
    ResponseEntity<byte[]> versions(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @RequestParam(name = "after", required = false) @Nullable Long after) {
        var found = states.history(
                WorkspaceName.of(application, environment), after == null ? Long.MAX_VALUE : after, MOST_LISTED);
        var next = found.size() < MOST_LISTED
                ? Optional.<String>empty()
                : Optional.of(Long.toString(found.getLast().number()));
        return api.ok(new Slice<>(found.stream().map(StateVersion::of).toList(), next));
    }

    @PostMapping(STATE + "/versions/{version}/restore")
    @Allow(value = Permission.OPERATE, action = "terraform.restore")
    ResponseEntity<byte[]> restore(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @PathVariable("version") long version,
            HttpServletRequest request) {
        var name = WorkspaceName.of(application, environment);
        return api.once(request, () -> StateVersion.of(states.rollback(name, version, options(request, null))));
    }

    /** A version of a state. */
    record StateVersion(long number, String author, String message, long bytes, Instant createdAt) {
        static StateVersion of(WorkspaceVersion version) {
            return new StateVersion(
                    version.number(), version.author(), version.message(), version.bytes(), version.createdAt());
        }
    }

    private static ResponseEntity<byte[]> answer(Optional<WorkspaceLock> holder, int status) {
        return holder.map(lock -> ResponseEntity.status(status)
                        .contentType(MediaType.APPLICATION_JSON)
                        .body(lock.info().getBytes(StandardCharsets.UTF_8)))
                .orElseGet(() -> ResponseEntity.ok().build());
    }

    private static CommitOptions options(HttpServletRequest request, @Nullable String lock) {
        var author = Gate.caller(request).map(Caller::name).orElse("");
        var options = CommitOptions.none().author(author);
        return lock == null || lock.isEmpty() ? options : options.underLock(lock);
    }

    private static byte[] body(HttpServletRequest request) throws IOException {
        var body = request.getInputStream().readNBytes(MOST_BYTES + 1);
        if (body.length > MOST_BYTES) {
            throw WebException.tooLarge(MOST_BYTES);
        }
        return body;
    }
}
