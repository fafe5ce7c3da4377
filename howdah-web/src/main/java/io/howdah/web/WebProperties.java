// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import io.howdah.web.api.Redaction;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What can be chosen under {@code howdah.web}.
 *
 * @param enabled Whether there are routes at all.
 * @param path The path that API and console are under, such as /howdah; empty is the root.
 * @param mostBytes The most bytes that a request's body may have, files of workspaces aside.
 * @param workspaceStore The store that workspaces are made in when a request names none.
 * @param redact The names of fields that are masked wherever payloads are shown; none shows everything.
 */
@ConfigurationProperties("howdah.web")
public record WebProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("/howdah") String path,
        @DefaultValue("1200000") int mostBytes,
        @DefaultValue("postgresql") String workspaceStore,
        @DefaultValue(Redaction.STANDARD) List<String> redact) {
    public WebProperties {
        redact = List.copyOf(redact);
        if (!path.isEmpty() && !path.matches("(/[A-Za-z0-9._-]+)+")) {
            throw new IllegalArgumentException(
                    "howdah.web.path must be empty or begin with / and end without it: \"" + path + "\"");
        }
        if (mostBytes < 1) {
            throw new IllegalArgumentException("howdah.web.most-bytes must be at least 1: " + mostBytes);
        }
    }

    /** Whether a path, or that of a route, is the API's; the others are pages. */
    public boolean isOfApi(String one) {
        return one.equals(path + "/api") || one.startsWith(path + "/api/");
    }
}
