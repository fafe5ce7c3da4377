// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Words;
import io.howdah.workspace.Workspaces;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Workspaces and their files, for people. */
@Controller
final class WorkspacePages {
    private static final String WORKSPACE = "/workspaces/{application}/{environment}";
    private static final int ROWS = 100;

    private final Workspaces workspaces;
    private final WorkspacesApi resource;
    private final Lookup lookup;
    private final Pages pages;

    WorkspacePages(Workspaces workspaces, WorkspacesApi resource, Lookup lookup, Pages pages) {
        this.workspaces = workspaces;
        this.resource = resource;
        this.lookup = lookup;
        this.pages = pages;
    }

    @GetMapping("/workspaces")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(HttpServletRequest request, @RequestParam(required = false) @Nullable String after) {
        return pages.page(
                request,
                "Workspaces",
                "workspaces",
                Map.of("slice", WorkspacesApi.list(workspaces, after, ROWS), "first", after == null));
    }

    @GetMapping(WORKSPACE)
    @Allow(Permission.VIEW)
    ResponseEntity<String> browse(
            HttpServletRequest request,
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @RequestParam Map<String, String> parameters) {
        var found = resource.found(application, environment);
        var snapshot =
                Lookup.snapshot(lookup.require(application, environment), parameters.getOrDefault("version", ""));
        var folder = parameters.getOrDefault("folder", "");
        if (!folder.isEmpty() && !folder.endsWith("/")) {
            throw WebException.invalid("A folder ends in a slash: " + folder);
        }
        return pages.page(
                request,
                found.workspace().name(),
                "workspace",
                Map.of(
                        "found", found,
                        "version", VersionRow.of(snapshot.version()),
                        "folder", folder,
                        "first", parameters.getOrDefault("after", "").isEmpty(),
                        "page", Folder.of(snapshot, folder, parameters.getOrDefault("after", ""), ROWS)));
    }

    @GetMapping(WORKSPACE + "/file")
    @Allow(Permission.OPERATE)
    ResponseEntity<String> file(
            HttpServletRequest request,
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @RequestParam("path") String path,
            @RequestParam(required = false) @Nullable String version)
            throws IOException {
        var workspace = lookup.require(application, environment);
        var snapshot = Lookup.snapshot(workspace, version);
        var file = FileRow.of(FileAnswer.of(snapshot, path).file());
        return pages.page(
                request,
                path,
                "workspacefile",
                Map.of(
                        "workspace", WorkspaceRow.of(workspace.info()),
                        "version", snapshot.version().number(),
                        "file", file,
                        "text", FileText.of(snapshot, file)));
    }

    @GetMapping(WORKSPACE + "/history")
    @Allow(Permission.VIEW)
    ResponseEntity<String> history(
            HttpServletRequest request,
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @RequestParam(required = false) @Nullable String after) {
        var workspace = lookup.require(application, environment);
        return pages.page(
                request,
                "History of " + workspace.name(),
                "workspacehistory",
                Map.of(
                        "workspace", WorkspaceRow.of(workspace.info()),
                        "tags", workspace.tags(WorkspacesApi.MOST_TAGS),
                        "first", after == null,
                        "slice", VersionsApi.history(workspace, new FilesApi.Page(after, ROWS))));
    }

    @GetMapping(WORKSPACE + "/diff")
    @Allow(Permission.VIEW)
    ResponseEntity<String> diff(
            HttpServletRequest request,
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @RequestParam Map<String, String> parameters)
            throws IOException {
        var workspace = lookup.require(application, environment);
        var found = VersionsApi.diff(
                workspace,
                parameters.getOrDefault("from", "0"),
                parameters.get("to"),
                new FilesApi.Page(parameters.get("after"), ROWS));
        var texts = new DiffTexts(workspace, found.from(), found.to());
        return pages.page(
                request,
                "Difference in " + workspace.name(),
                "workspacediff",
                Map.of(
                        "workspace", WorkspaceRow.of(workspace.info()),
                        "diff", found,
                        "texts", texts.of(request, found.items())));
    }

    @PostMapping(WORKSPACE + "/rollback")
    @Allow(value = Permission.OPERATE, action = "workspace.rollback")
    ResponseEntity<String> rollback(
            HttpServletRequest request,
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @RequestParam("version") long version,
            @RequestParam("head") long head) {
        lookup.require(application, environment)
                .rollback(version, head, Lookup.options(request, "rolled back to version " + version));
        return pages.goTo(request, place(application, environment) + "/history");
    }

    @PostMapping(WORKSPACE + "/tag")
    @Allow(value = Permission.OPERATE, action = "workspace.tag")
    ResponseEntity<String> tag(
            HttpServletRequest request,
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @RequestParam("tag") String tag,
            @RequestParam("version") long version) {
        lookup.require(application, environment).tag(tag.strip(), version);
        return pages.goTo(request, place(application, environment) + "/history");
    }

    @PostMapping(WORKSPACE + "/untag")
    @Allow(value = Permission.OPERATE, action = "workspace.untag")
    ResponseEntity<String> untag(
            HttpServletRequest request,
            @PathVariable("application") String application,
            @PathVariable("environment") String environment,
            @RequestParam("tag") String tag) {
        lookup.require(application, environment).untag(tag);
        return pages.goTo(request, place(application, environment) + "/history");
    }

    private static String place(String application, String environment) {
        return "/workspaces/" + Words.step(application) + "/" + Words.step(environment);
    }
}
