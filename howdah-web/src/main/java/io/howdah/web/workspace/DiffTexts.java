// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.web.access.Gate;
import io.howdah.web.access.Permission;
import io.howdah.web.workspace.FileRow.FileDifference;
import io.howdah.workspace.Snapshot;
import io.howdah.workspace.Workspace;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How the texts of files differ between two versions, for those who may read files; only so much of it. */
record DiffTexts(Workspace workspace, long from, long to) {
    private static final int MOST_FILES = 20;
    private static final int MOST_LINES = 2_000;

    /** By path; a file that is not in it is no text, or is too large, or comes after too many others. */
    Map<String, List<TextDiff.Line>> of(HttpServletRequest request, List<FileDifference> files) throws IOException {
        var texts = new HashMap<String, List<TextDiff.Line>>();
        if (Gate.caller(request)
                .filter(caller -> caller.may(Permission.OPERATE))
                .isEmpty()) {
            return texts;
        }
        var before = workspace.snapshot(from);
        var after = workspace.snapshot(to);
        var left = MOST_LINES;
        for (var file : files.subList(0, Math.min(files.size(), MOST_FILES))) {
            var one = text(before, file.before());
            var other = text(after, file.after());
            if (one.isPresent() && other.isPresent()) {
                var lines = TextDiff.of(one.get(), other.get());
                left -= lines.size();
                if (left < 0) {
                    break;
                }
                texts.put(file.path(), lines);
            }
        }
        return texts;
    }

    /** What is not there is an empty text. */
    private static Optional<String> text(Snapshot snapshot, Optional<FileRow> file) throws IOException {
        return file.isPresent() ? FileText.of(snapshot, file.get()) : Optional.of("");
    }
}
