// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.web.WebException;
import io.howdah.web.access.Caller;
import io.howdah.web.access.Gate;
import io.howdah.workspace.Change;
import io.howdah.workspace.CommitOptions;
import io.howdah.workspace.Snapshot;
import io.howdah.workspace.Workspace;
import io.howdah.workspace.WorkspaceName;
import io.howdah.workspace.Workspaces;
import jakarta.servlet.http.HttpServletRequest;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a request means: which workspace, which version, and which head it has seen. Thread-safe. */
final class Lookup {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
    private static final Pattern HEAD = Pattern.compile("\"?(\\d{1,18})\"?");

    private final Workspaces workspaces;

    Lookup(Workspaces workspaces) {
        this.workspaces = workspaces;
    }

    Workspace require(String application, String environment) {
        var name = WorkspaceName.of(application, environment);
        return workspaces.find(name).orElseThrow(() -> WebException.notFound("There is no workspace " + name + "."));
    }

    /** The head where nothing is said, a version by its number, and otherwise by its tag. */
    static Snapshot snapshot(Workspace workspace, @Nullable String version) {
        if (version == null || version.isEmpty()) {
            return workspace.head();
        }
        return NUMBER.matcher(version).matches()
                ? workspace.snapshot(Long.parseLong(version))
                : workspace.snapshot(version);
    }

    /** A change from the head that the caller has seen, or else from the head as it is now. */
    static Change change(Workspace workspace, HttpServletRequest request) {
        var seen = seenHead(request);
        return seen.isPresent() ? workspace.change(seen.getAsLong()) : workspace.change();
    }

    /** What {@code If-Match} says: the number of a version. */
    static OptionalLong seenHead(HttpServletRequest request) {
        var header = request.getHeader("If-Match");
        if (header == null || header.equals("*")) {
            return OptionalLong.empty();
        }
        var number = HEAD.matcher(header.strip());
        if (!number.matches()) {
            throw WebException.invalid("If-Match names the version that is the head, such as \"12\": " + header);
        }
        return OptionalLong.of(Long.parseLong(number.group(1)));
    }

    static CommitOptions options(HttpServletRequest request, @Nullable String message) {
        var author = Gate.caller(request).map(Caller::name).orElse("");
        return CommitOptions.none().author(author).message(message == null ? "" : message);
    }

    /** Of a route that ends in a path: without the slash that stands before it. */
    static String path(String rest) {
        return rest.startsWith("/") ? rest.substring(1) : rest;
    }
}
