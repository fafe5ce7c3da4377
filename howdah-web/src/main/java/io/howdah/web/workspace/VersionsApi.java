// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Slice;
import io.howdah.web.workspace.FileRow.FileDifference;
import io.howdah.web.workspace.NewWorkspace.NewRollback;
import io.howdah.web.workspace.NewWorkspace.NewTag;
import io.howdah.workspace.Workspace;
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

/** Versions of a workspace: their history, how they differ, going back, and tags. */
@RestController
final class VersionsApi {
    private final Lookup lookup;
    private final Api api;

    VersionsApi(Lookup lookup, Api api) {
        this.lookup = lookup;
        this.api = api;
    }

    @GetMapping(WorkspacesApi.WORKSPACE + "/versions")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> history(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            FilesApi.Page page) {
        return api.ok(history(lookup.require(application, environment), page));
    }

    static Slice<VersionRow> history(Workspace workspace, FilesApi.Page page) {
        var limit = Slice.limit(page.limit());
        var rows = workspace.history(Slice.before(page.after()), limit + 1).stream()
                .map(VersionRow::of)
                .toList();
        return Slice.of(rows, limit, VersionRow::number);
    }

    @GetMapping(WorkspacesApi.WORKSPACE + "/diff")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> diff(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @RequestParam("from") String from,
            @RequestParam(required = false) @Nullable String to,
            FilesApi.Page page) {
        return api.ok(diff(lookup.require(application, environment), from, to, page));
    }

    static DifferenceSlice diff(Workspace workspace, String from, @Nullable String to, FilesApi.Page page) {
        var limit = Slice.limit(page.limit());
        var before = Lookup.snapshot(workspace, from).version().number();
        var after = Lookup.snapshot(workspace, to).version().number();
        var found = workspace.diff(before, after, page.from(), limit + 1).stream()
                .map(FileDifference::of)
                .toList();
        var more = found.size() > limit;
        var shown = more ? found.subList(0, limit) : found;
        return new DifferenceSlice(
                before, after, shown, more ? Optional.of(shown.getLast().path()) : Optional.empty());
    }

    @PostMapping(path = WorkspacesApi.WORKSPACE + "/rollback", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "workspace.rollback")
    ResponseEntity<byte[]> rollback(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            HttpServletRequest request) {
        var asked = api.body(request, NewRollback.class);
        var workspace = lookup.require(application, environment);
        var version = version(workspace, asked.version());
        var head = Lookup.seenHead(request).orElseGet(() -> workspace.info().head());
        var message = asked.message() == null ? "rolled back to version " + version : asked.message();
        return api.once(
                request, () -> VersionRow.of(workspace.rollback(version, head, Lookup.options(request, message))));
    }

    @PutMapping(path = WorkspacesApi.WORKSPACE + "/tags/{tag}", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "workspace.tag")
    ResponseEntity<byte[]> tag(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @PathVariable("tag") String tag,
            HttpServletRequest request) {
        var workspace = lookup.require(application, environment);
        var version = version(workspace, api.body(request, NewTag.class).version());
        workspace.tag(tag, version);
        return api.ok(new Tagged(tag, version));
    }

    @DeleteMapping(WorkspacesApi.WORKSPACE + "/tags/{tag}")
    @Allow(value = Permission.OPERATE, action = "workspace.untag")
    ResponseEntity<byte[]> untag(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @PathVariable("tag") String tag) {
        return api.ok(new Untagged(lookup.require(application, environment).untag(tag)));
    }

    static long version(Workspace workspace, @Nullable String version) {
        if (version == null) {
            throw WebException.invalid("Say which version: its number or its tag.");
        }
        return Lookup.snapshot(workspace, version).version().number();
    }

    record Tagged(String tag, long version) {}

    record Untagged(boolean removed) {}
}
