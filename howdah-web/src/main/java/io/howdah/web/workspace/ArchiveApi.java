// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.workspace.Change;
import io.howdah.workspace.Snapshot;
import io.howdah.workspace.Workspace;
import io.howdah.workspace.WorkspaceFile;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** A whole version as a tar archive, both ways: many files are one version. */
@RestController
final class ArchiveApi {
    private static final String ARCHIVE = WorkspacesApi.WORKSPACE + "/archive";
    private static final String TAR = "application/x-tar";
    private static final int PAGE = 1_000;

    private final Lookup lookup;
    private final Api api;

    ArchiveApi(Lookup lookup, Api api) {
        this.lookup = lookup;
        this.api = api;
    }

    @GetMapping(ARCHIVE)
    @Allow(Permission.OPERATE)
    void read(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        var snapshot = Lookup.snapshot(lookup.require(application, environment), request.getParameter("version"));
        response.setContentType(TAR);
        response.setHeader("Howdah-Version", Long.toString(snapshot.version().number()));
        var tar = new TarWriter(response.getOutputStream(), snapshot.version().createdAt());
        for (var files = snapshot.list(PAGE); !files.isEmpty(); ) {
            for (var file : files) {
                try (var content = snapshot.read(file.path())) {
                    tar.write(new TarReader.Entry(file.path(), file.size(), file.executable(), true), content);
                }
            }
            files = snapshot.list("", files.getLast().path(), PAGE);
        }
        tar.end();
    }

    /**
     * Writes every file of the archive and makes that one version. With {@code replace} the version has these files and
     * no others; each {@code delete} takes one away.
     */
    @PostMapping(ARCHIVE)
    @Allow(value = Permission.OPERATE, action = "workspace.commit")
    ResponseEntity<byte[]> write(
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            HttpServletRequest request)
            throws IOException {
        var type = request.getContentType();
        if (type == null || !type.startsWith(TAR)) {
            throw WebException.unsupported("An archive is sent as " + TAR + ".");
        }
        var workspace = lookup.require(application, environment);
        var change = Lookup.change(workspace, request);
        var written = take(workspace, change, new TarReader(request.getInputStream()));
        var deleted = request.getParameterValues("delete");
        for (var path : deleted == null ? new String[0] : deleted) {
            change.delete(path);
        }
        if (Boolean.parseBoolean(request.getParameter("replace"))) {
            deleteOthers(workspace.snapshot(change.base().number()), written, change::delete);
        }
        return api.ok(VersionRow.of(change.commit(Lookup.options(request, request.getParameter("message")))));
    }

    private static Set<String> take(Workspace workspace, Change change, TarReader tar) throws IOException {
        var most = workspace.info().quotaBytes();
        var sum = 0L;
        var written = new HashSet<String>();
        for (var next = tar.next(); next.isPresent(); next = tar.next()) {
            var entry = next.get();
            if (!entry.isFile()) {
                throw WebException.notAFile(entry.path());
            }
            // What is packed small may be large: nothing is written that could not be kept.
            sum += entry.size();
            if (sum > most) {
                throw WebException.overQuota(workspace.name().toString(), most);
            }
            if (entry.isExecutable()) {
                change.writeExecutable(entry.path(), tar.content());
            } else {
                change.write(entry.path(), tar.content());
            }
            written.add(entry.path());
        }
        return written;
    }

    private static void deleteOthers(Snapshot base, Set<String> kept, Consumer<String> delete) {
        for (var files = base.list(PAGE); !files.isEmpty(); ) {
            files.stream()
                    .map(WorkspaceFile::path)
                    .filter(path -> !kept.contains(path))
                    .forEach(delete);
            files = base.list("", files.getLast().path(), PAGE);
        }
    }
}
