// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.internal.db.Db;
import io.howdah.lock.LockHandle;
import io.howdah.workspace.CommitStore.Held;
import io.howdah.workspace.CommitStore.Sum;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;

/**
 * What happens in the transaction that makes a version. It holds the workspace's row from its first statement on, so
 * that what it looked at is still so when it ends; whatever it refuses, it leaves everything as it was.
 */
record Commit(
        WorkspaceStore.Found workspace, long base, UUID change, CommitOptions options, Optional<LockHandle> lease) {
    WorkspaceVersion files(Db transaction, Collection<Staged> written, Set<String> removed) {
        return next(transaction, (store, held) -> replace(store, held, List.copyOf(written), removed));
    }

    /** The files of an earlier version. */
    WorkspaceVersion earlier(Db transaction, long version) {
        return next(transaction, (store, held) -> {
            if (new VersionStore(transaction).version(workspace.id(), version).isEmpty()) {
                throw WorkspaceException.unknownVersion(name(), version);
            }
            return store.restore(version, held.head() + 1);
        });
    }

    private WorkspaceVersion next(Db transaction, BiFunction<CommitStore, Held, Sum> files) {
        var store = new CommitStore(transaction, workspace.id());
        var held = store.hold().orElseThrow(() -> WorkspaceException.unknown(name()));
        var before = store.doneBefore(change);
        if (before.isPresent()) {
            return before.get();
        }
        requireAllowed(held);
        lease.ifPresent(handle -> transaction.once(connection -> {
            handle.fence(connection);
            return handle;
        }));
        var sum = files.apply(store, held);
        requireQuota(held, sum);
        return store.moveHead(held.head() + 1, sum, change, options);
    }

    private Sum replace(CommitStore store, Held held, List<Staged> written, Set<String> removed) {
        if (held.store() != workspace.storeId() && written.stream().anyMatch(file -> file.content() == 0)) {
            // It has been moved meanwhile, and what was written is in the store that it has left.
            throw new StaleHeadException(name(), base, held.head());
        }
        requireChunks(store, written);
        var next = held.head() + 1;
        var ended = new ArrayList<>(removed);
        written.forEach(file -> ended.add(file.path()));
        var gone = store.end(next, ended);
        store.collision(written).ifPresent(collision -> {
            throw PathException.collision(collision.path(), collision.other());
        });
        requireNoFileInAFile(written);
        store.add(next, written);
        var added = written.stream().mapToLong(Staged::size).sum();
        return new Sum(held.files() - gone.files() + written.size(), held.bytes() - gone.bytes() + added);
    }

    private void requireChunks(CommitStore store, List<Staged> written) {
        var chunks = written.stream()
                .flatMap(file -> file.pieces().stream())
                .mapToLong(Piece::chunk)
                .distinct()
                .toArray();
        if (chunks.length > 0 && store.refer(chunks) < chunks.length) {
            throw WorkspaceException.expired(name());
        }
    }

    /** Among those that are written; against those that are there already the database looks. */
    private static void requireNoFileInAFile(List<Staged> written) {
        var paths = written.stream().map(Staged::path).toList();
        var files = new HashMap<String, String>();
        written.forEach(file -> files.put(file.folded(), file.path()));
        var directories = new HashMap<String, String>();
        FilePath.directories(paths).forEach((directory, folded) -> {
            var file = files.get(folded);
            var other = directories.putIfAbsent(folded, directory);
            if (file != null || other != null) {
                throw PathException.collision(directory + "/", file != null ? file : other + "/");
            }
        });
    }

    private void requireAllowed(Held held) {
        var lock = held.lock();
        if (options.lockId().isPresent() || lock.isPresent()) {
            if (!options.lockId().equals(lock.map(WorkspaceLock::id))) {
                throw new WorkspaceLockedException(name(), lock);
            }
        }
        if (held.head() != base) {
            throw new StaleHeadException(name(), base, held.head());
        }
    }

    private void requireQuota(Held held, Sum sum) {
        if (sum.files() > held.quotaFiles()) {
            throw QuotaExceededException.files(name(), sum.files(), held.quotaFiles());
        }
        if (sum.bytes() > held.quotaBytes()) {
            throw QuotaExceededException.bytes(name(), sum.bytes(), held.quotaBytes());
        }
    }

    private WorkspaceName name() {
        return workspace.info().name();
    }
}
