// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.workspace.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is in a folder of a version, a page of it: files and further folders, of which workspaces know nothing.
 *
 * @param next what the next page begins after; empty at the end
 */
public record Folder(List<Item> items, Optional<String> next) {
    /** Sorts after everything that a path can have in its place. */
    private static final String LAST = "\udbff\udfff";

    /**
     * A file or a folder.
     *
     * @param file absent for a folder, whose path ends in a slash
     */
    public record Item(String name, String path, Optional<FileRow> file) {}

    /** A folder is passed over in one step, however many files are in it. */
    static Folder of(Snapshot snapshot, String prefix, String after, int most) {
        var items = new ArrayList<Item>();
        var cursor = after;
        var listed = after.endsWith(LAST) ? after.substring(0, after.length() - LAST.length()) : "";
        while (items.size() <= most) {
            var batch = snapshot.list(prefix, cursor, most + 1);
            if (batch.isEmpty()) {
                return new Folder(List.copyOf(items), Optional.empty());
            }
            cursor = batch.getLast().path();
            for (var file : batch) {
                if (!listed.isEmpty() && file.path().startsWith(listed)) {
                    continue;
                }
                var rest = file.path().substring(prefix.length());
                var slash = rest.indexOf('/');
                listed = slash < 0 ? "" : prefix + rest.substring(0, slash + 1);
                items.add(
                        slash < 0
                                ? new Item(rest, file.path(), Optional.of(FileRow.of(file)))
                                : new Item(rest.substring(0, slash), listed, Optional.empty()));
            }
            cursor = listed.isEmpty() || cursor.compareTo(listed + LAST) > 0 ? cursor : listed + LAST;
        }
        var shown = List.copyOf(items.subList(0, most));
        var last = shown.getLast().path();
        return new Folder(shown, Optional.of(last.endsWith("/") ? last + LAST : last));
    }
}
