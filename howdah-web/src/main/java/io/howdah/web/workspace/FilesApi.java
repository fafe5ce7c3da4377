// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Slice;
import io.howdah.web.workspace.NewWorkspace.NewRename;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
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

/** Files of a workspace. What they hold may be secret: whoever reads one may operate. */
@RestController
final class FilesApi {
    private static final String FILE = WorkspacesApi.WORKSPACE + "/files/{*path}";

    private final Lookup lookup;
    private final Api api;

    FilesApi(Lookup lookup, Api api) {
        this.lookup = lookup;
        this.api = api;
    }

    @GetMapping(WorkspacesApi.WORKSPACE + "/files")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @RequestParam(required = false) @Nullable String version,
            @RequestParam(defaultValue = "") String prefix,
            Page page) {
        var snapshot = Lookup.snapshot(lookup.require(application, environment), version);
        var limit = Slice.limit(page.limit());
        var rows = snapshot.list(prefix, page.from(), limit + 1).stream()
                .map(FileRow::of)
                .toList();
        var more = rows.size() > limit;
        var shown = more ? rows.subList(0, limit) : rows;
        return api.ok(new FileSlice(
                snapshot.version().number(),
                shown,
                more ? Optional.of(shown.getLast().path()) : Optional.empty()));
    }

    @GetMapping(FILE)
    @Allow(Permission.OPERATE)
    void read(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @PathVariable("path") String path,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        var snapshot = Lookup.snapshot(lookup.require(application, environment), request.getParameter("version"));
        FileAnswer.of(snapshot, Lookup.path(path)).write(request, response);
    }

    /** What is sent becomes the file as it comes in; with {@code If-None-Match: *} only if there is no such file. */
    @PutMapping(FILE)
    @Allow(value = Permission.OPERATE, action = "workspace.write")
    ResponseEntity<byte[]> write(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @PathVariable("path") String path,
            HttpServletRequest request)
            throws IOException {
        var change = Lookup.change(lookup.require(application, environment), request);
        var file = Lookup.path(path);
        if ("*".equals(request.getHeader("If-None-Match"))) {
            change.create(file, request.getInputStream());
        } else if (Boolean.parseBoolean(request.getParameter("executable"))) {
            change.writeExecutable(file, request.getInputStream());
        } else {
            change.write(file, request.getInputStream());
        }
        return api.ok(VersionRow.of(change.commit(Lookup.options(request, request.getParameter("message")))));
    }

    @DeleteMapping(FILE)
    @Allow(value = Permission.OPERATE, action = "workspace.remove")
    ResponseEntity<byte[]> delete(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @PathVariable("path") String path,
            HttpServletRequest request) {
        var change =
                Lookup.change(lookup.require(application, environment), request).delete(Lookup.path(path));
        return api.ok(VersionRow.of(change.commit(Lookup.options(request, request.getParameter("message")))));
    }

    @PostMapping(path = WorkspacesApi.WORKSPACE + "/rename", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "workspace.rename")
    ResponseEntity<byte[]> rename(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            HttpServletRequest request) {
        var asked = api.body(request, NewRename.class);
        var from = asked.from();
        var to = asked.to();
        if (from == null || to == null) {
            throw WebException.invalid("A rename has from and to.");
        }
        var change =
                Lookup.change(lookup.require(application, environment), request).rename(from, to);
        return api.ok(VersionRow.of(change.commit(Lookup.options(request, asked.message()))));
    }

    /** Which part of a list. */
    record Page(@Nullable String after, @Nullable Integer limit) {
        String from() {
            return after == null ? "" : after;
        }
    }

    /** @param version of which these are the files */
    record FileSlice(long version, List<FileRow> items, Optional<String> next) {}
}
