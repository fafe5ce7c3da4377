// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.lock.Locks;
import io.howdah.web.WebException;
import io.howdah.web.WebProperties;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Given;
import io.howdah.web.api.Slice;
import io.howdah.web.lock.HolderRow;
import io.howdah.web.workspace.NewWorkspace.NewMove;
import io.howdah.workspace.Workspace;
import io.howdah.workspace.WorkspaceName;
import io.howdah.workspace.Workspaces;
import jakarta.servlet.http.HttpServletRequest;
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

/** Workspaces as a resource. */
@RestController
final class WorkspacesApi {
    static final String WORKSPACE = "/api/v1/workspaces/{application}/{environment}";

    static final int MOST_TAGS = 1_000;

    private final Workspaces workspaces;
    private final WorkspaceReadStore store;
    private final Locks locks;
    private final Api api;
    private final WebProperties properties;

    WorkspacesApi(Workspaces workspaces, WorkspaceReadStore store, Locks locks, Api api, WebProperties properties) {
        this.workspaces = workspaces;
        this.store = store;
        this.locks = locks;
        this.api = api;
        this.properties = properties;
    }

    @GetMapping("/api/v1/workspaces")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list(
            @RequestParam(required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable Integer limit) {
        return api.ok(list(workspaces, after, Slice.limit(limit)));
    }

    static Slice<WorkspaceRow> list(Workspaces workspaces, @Nullable String after, int limit) {
        var found =
                after == null || after.isEmpty() ? workspaces.list(limit + 1) : workspaces.list(name(after), limit + 1);
        var rows = found.stream().map(WorkspaceRow::of).toList();
        return rows.size() <= limit
                ? new Slice<>(rows, Optional.empty())
                : new Slice<>(
                        rows.subList(0, limit), Optional.of(rows.get(limit - 1).name()));
    }

    @GetMapping(WORKSPACE)
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> find(
            @PathVariable("application") String application, @PathVariable("environment") String environment) {
        return api.ok(found(application, environment));
    }

    WorkspaceFound found(String application, String environment) {
        var workspace = require(WorkspaceName.of(application, environment));
        return new WorkspaceFound(
                WorkspaceRow.of(workspace.info()),
                store.kept(workspace.name()).orElseThrow(() -> missing(workspace.name())),
                workspace.tags(MOST_TAGS),
                locks.findHolders(workspace.lockName()).stream()
                        .map(HolderRow::of)
                        .toList());
    }

    /** Makes it if there is none, and otherwise sets what it may hold; in which store it is changes by a move. */
    @PutMapping(path = WORKSPACE, consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "workspace.declare")
    ResponseEntity<byte[]> declare(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            HttpServletRequest request) {
        var asked = api.body(request, NewWorkspace.class);
        var name = WorkspaceName.of(application, environment);
        var before = workspaces.find(name).map(Workspace::info);
        if (before.isEmpty()) {
            return api.created(request, () -> {
                workspaces.open(name, asked.options(), Given.or(asked.store(), properties.workspaceStore()));
                return new Api.Created("workspaces/" + name, found(application, environment));
            });
        }
        if (!Given.or(asked.store(), before.get().store()).equals(before.get().store())) {
            throw WebException.conflict("Workspace " + name + " is in the store "
                    + before.get().store() + ". Move it to bring it to another.");
        }
        workspaces.configure(name, asked.options());
        return api.ok(found(application, environment));
    }

    @DeleteMapping(WORKSPACE)
    @Allow(value = Permission.OPERATE, action = "workspace.delete")
    ResponseEntity<byte[]> delete(
            @PathVariable("application") String application, @PathVariable("environment") String environment) {
        return api.ok(new WorkspaceDeleted(workspaces.delete(WorkspaceName.of(application, environment))));
    }

    @PostMapping(path = WORKSPACE + "/move", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "workspace.move")
    ResponseEntity<byte[]> move(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            HttpServletRequest request) {
        var target = api.body(request, NewMove.class).store();
        if (target == null) {
            throw WebException.invalid("A move has a store.");
        }
        var name = WorkspaceName.of(application, environment);
        require(name);
        workspaces.move(name, target);
        return api.ok(found(application, environment));
    }

    private Workspace require(WorkspaceName name) {
        return workspaces.find(name).orElseThrow(() -> missing(name));
    }

    private static WebException missing(WorkspaceName name) {
        return WebException.notFound("There is no workspace " + name + ".");
    }

    private static WorkspaceName name(String after) {
        var halves = after.split("/", 2);
        if (halves.length != 2) {
            throw WebException.invalid("after must be what \"next\" of the page before said: " + after);
        }
        return WorkspaceName.of(halves[0], halves[1]);
    }

    record WorkspaceDeleted(boolean deleted) {}
}
