// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.workspace.store.ChunkStore;
import io.howdah.workspace.store.DirectoryChunkStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the bytes of workspaces can be, and where those of new ones are. The same for all replicas: what one cannot
 * reach, it cannot read.
 *
 * @param standard the store that new ones are made in
 */
record WorkspaceSettings(String standard, Optional<Path> directory, Optional<BucketAddress> bucket) {
    static final String STORE = "HOWDAH_WORKSPACE_STORE";
    static final String DIRECTORY = "HOWDAH_WORKSPACE_DIRECTORY";

    private static final String IN_POSTGRESQL = "postgresql";
    private static final String IN_DIRECTORY = "directory";
    private static final String IN_BUCKET = "s3";

    static final WorkspaceSettings STANDARD = new WorkspaceSettings(IN_POSTGRESQL, Optional.empty(), Optional.empty());

    /** Those that the environment names. */
    static WorkspaceSettings from(Map<String, String> environment) {
        var directory = Optional.ofNullable(environment.get(DIRECTORY)).map(Path::of);
        var bucket = BucketAddress.from(environment);
        var standard = environment.getOrDefault(STORE, IN_POSTGRESQL);
        switch (standard) {
            case IN_POSTGRESQL -> {}
            case IN_DIRECTORY -> require(directory.isPresent(), DIRECTORY);
            case IN_BUCKET -> require(bucket.isPresent(), BucketAddress.BUCKET);
            default ->
                throw CommandException.wrongSetting(STORE + " must be " + IN_POSTGRESQL + ", " + IN_DIRECTORY + " or "
                        + IN_BUCKET + ": " + standard);
        }
        return new WorkspaceSettings(standard, directory, bucket);
    }

    private static void require(boolean isSet, String missing) {
        if (!isSet) {
            throw CommandException.wrongSetting(
                    STORE + " names a store that is not described: set " + missing + " as well.");
        }
    }

    /** The stores besides PostgreSQL. */
    List<ChunkStore> open(boolean create) {
        var stores = new ArrayList<ChunkStore>();
        directory.ifPresent(path -> stores.add(
                create
                        ? DirectoryChunkStore.create(IN_DIRECTORY, path)
                        : DirectoryChunkStore.open(IN_DIRECTORY, path)));
        bucket.ifPresent(address -> stores.add(address.open(IN_BUCKET)));
        return List.copyOf(stores);
    }
}
