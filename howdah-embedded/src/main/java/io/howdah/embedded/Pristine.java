// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster beside the binaries that never runs: it is copied, which takes a tenth of the time of initdb. Whoever comes
 * first makes it. All copies have its password, which only this user can read.
 */
final class Pristine {

    private static final Logger log = LoggerFactory.getLogger(Pristine.class);

    /** Another one for every way in which they have been made. */
    private static final String SUFFIX = ".cluster-1";

    private Pristine() {}

    static void copyTo(Path directory, Binaries binaries) throws IOException {
        var kept = binaries.home().resolveSibling(binaries.home().getFileName() + SUFFIX);
        if (!Files.exists(kept)) {
            makeOnce(kept, binaries);
        }
        Cluster.copy(kept, directory);
    }

    // Synchronized, because a file lock keeps other processes out but not other threads of this one.
    private static synchronized void makeOnce(Path kept, Binaries binaries) throws IOException {
        var lock = kept.resolveSibling(kept.getFileName() + ".lock");
        try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = channel.lock()) {
            if (Files.exists(kept)) {
                log.debug("another process has just made {}, {}", kept, held);
                return;
            }
            // Made beside and renamed, so that a process killed in the middle leaves nothing that looks whole.
            var beside = kept.resolveSibling(kept.getFileName() + ".new");
            Trees.delete(beside);
            Files.createDirectory(beside);
            Cluster.makeFast(beside, binaries);
            Files.move(beside, kept, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
