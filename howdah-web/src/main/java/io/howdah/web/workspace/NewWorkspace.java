// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.web.api.Given;
import io.howdah.workspace.WorkspaceOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a workspace may hold, and for how long; what is not given is the standard. */
record NewWorkspace(
        @Nullable String store,
        @Nullable Integer quotaFiles,
        @Nullable Long quotaBytes,
        @Nullable Integer keepVersions,
        @Nullable Duration keepFor,
        @Nullable Duration expireAfter) {
    WorkspaceOptions options() {
        var options = WorkspaceOptions.standard();
        options = Given.with(options, quotaFiles, WorkspaceOptions::quotaFiles);
        options = Given.with(options, quotaBytes, WorkspaceOptions::quotaBytes);
        options = Given.with(options, keepVersions, WorkspaceOptions::keepVersions);
        options = Given.with(options, keepFor, WorkspaceOptions::keepFor);
        return Given.with(options, expireAfter, WorkspaceOptions::expireAfter);
    }

    /** To which store. */
    record NewMove(@Nullable String store) {}

    /** Another path for a file. */
    record NewRename(
            @Nullable String from,
            @Nullable String to,
            @Nullable String message) {}

    /** Which version to make the head again. */
    record NewRollback(@Nullable String version, @Nullable String message) {}

    /** Which version a tag names. */
    record NewTag(@Nullable String version) {}
}
