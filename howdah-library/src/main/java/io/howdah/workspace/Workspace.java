// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** One workspace: its versions, of which the newest is the head. Thread-safe. */
public final class Workspace {
    private static final int MOST_LISTED = 10_000;
    private static final int LONGEST_LOCK_ID = 200;
    private static final int LONGEST_LOCK_INFO = 10_000;
    private static final Pattern TAG = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private final Core core;
    private final WorkspaceName name;

    Workspace(Core core, WorkspaceName name) {
        this.core = core;
        this.name = name;
    }

    public WorkspaceName name() {
        return name;
    }

    public WorkspaceInfo info() {
        return core.require(name).info();
    }

    /** The head as it is now. */
    public Snapshot head() {
        var found = core.require(name);
        return snapshot(found, found.info().head());
    }

    /**
     * A version by its number.
     *
     * @throws WorkspaceException if there is no such version, or it is not kept any more
     */
    public Snapshot snapshot(long version) {
        return snapshot(core.require(name), version);
    }

    /**
     * A version by its tag.
     *
     * @throws WorkspaceException if nothing is tagged so
     */
    public Snapshot snapshot(String tag) {
        var found = core.require(name);
        var version = core.versions()
                .tagged(found.id(), requireTag(tag))
                .orElseThrow(() -> WorkspaceException.unknownVersion(name, "tagged " + tag));
        return snapshot(found, version);
    }

    /** A change that begins from the head as it is now. */
    public Change change() {
        return changeFrom(head());
    }

    /** A change that begins from a version which the caller has seen, and fails if that is not the head any more. */
    public Change change(long expectedHead) {
        return changeFrom(snapshot(expectedHead));
    }

    /** Versions, newest first, from before this number on. */
    public List<WorkspaceVersion> history(long before, int limit) {
        requireLimit(limit);
        return core.versions().history(core.require(name).id(), before, limit);
    }

    /** Versions, newest first. */
    public List<WorkspaceVersion> history(int limit) {
        return history(Long.MAX_VALUE, limit);
    }

    /** What is different in one version from another, in the order of paths. */
    public List<FileChange> diff(long from, long to, int limit) {
        return diff(from, to, "", limit);
    }

    /** As {@link #diff(long, long, int)}, from after this path on. */
    public List<FileChange> diff(long from, long to, String after, int limit) {
        requireLimit(limit);
        var found = core.require(name);
        snapshot(found, from);
        snapshot(found, to);
        return core.versions().differences(found.id(), from, to, after, limit);
    }

    /**
     * Makes a new version with the files of an earlier one. Nothing is lost: what was the head is before it in the
     * history.
     *
     * @param expectedHead the head that is to be replaced
     * @throws StaleHeadException if that is not the head any more
     */
    public WorkspaceVersion rollback(long version, long expectedHead, CommitOptions options) {
        var commit = new Commit(core.require(name), expectedHead, UUID.randomUUID(), options, Optional.empty());
        return core.db().tx(tx -> commit.earlier(tx, version));
    }

    /** Names a version, or moves the name to it. What has a name is kept. */
    public void tag(String tag, long version) {
        if (!core.versions().tag(core.require(name).id(), requireTag(tag), version)) {
            throw WorkspaceException.unknownVersion(name, version);
        }
    }

    /** False when there was no such tag. */
    public boolean untag(String tag) {
        return core.versions().untag(core.require(name).id(), requireTag(tag));
    }

    /** Tags and their versions, in the order of names. */
    public Map<String, Long> tags(int limit) {
        requireLimit(limit);
        return core.versions().tags(core.require(name).id(), limit);
    }

    /**
     * Locks the workspace for whoever has no process that could keep a lease, such as a client over HTTP: until it is
     * unlocked, commits are refused that do not name this lock. Again with the same id is the same lock.
     *
     * @param id 1 to 200 characters
     * @param info what others are shown, up to 10 000 characters
     * @return whoever has locked it instead; empty when it is locked now
     */
    public Optional<WorkspaceLock> tryLock(String id, String info) {
        requireLock(id, info);
        while (true) {
            var found = core.require(name);
            if (core.workspaces().lock(found.id(), id, info)) {
                return Optional.empty();
            }
            var holder = core.require(name).info().lock();
            if (holder.isPresent()) {
                return holder;
            }
        }
    }

    /**
     * Unlocks it. By force it is unlocked with the id of whoever {@link WorkspaceInfo#lock has} it; what he tries to
     * commit under it from then on is refused.
     *
     * @return false when it is not locked with this id
     */
    public boolean unlock(String id) {
        requireLock(id, "");
        return core.workspaces().unlock(core.require(name).id(), id);
    }

    /** As {@link #checkout(Path, LeaseOptions, Duration)}, with the standard lease. */
    public Checkout checkout(Path directory, Duration wait) throws IOException, InterruptedException {
        return checkout(directory, LeaseOptions.standard(), wait);
    }

    /**
     * Waits for the lease on this workspace and makes the directory hold exactly the head. The Howdah must be started.
     *
     * @param directory new, empty, or a checkout of this workspace: what it has already is not fetched again
     * @throws io.howdah.lock.LockTimeoutException if another holds the lease for as long
     */
    public Checkout checkout(Path directory, LeaseOptions lease, Duration wait)
            throws IOException, InterruptedException {
        core.require(name);
        var handle = core.locks().lease(lockName(), lease, wait);
        var done = false;
        try {
            var head = head();
            head.writeTo(directory);
            done = true;
            return new Checkout(this, directory, handle, head);
        } finally {
            if (!done) {
                handle.close();
            }
        }
    }

    /** The name of the lease that checkouts hold, for those who want to look at it. */
    public LockName lockName() {
        return LockName.of("workspace", name.toString());
    }

    Change changeFrom(Snapshot base) {
        var found = core.require(name);
        if (found.id() != base.workspace()) {
            // Another one of the same name.
            throw WorkspaceException.unknownVersion(name, base.version().number());
        }
        return new Change(core, found, base);
    }

    private Snapshot snapshot(WorkspaceStore.Found found, long number) {
        var version = core.versions()
                .version(found.id(), number)
                .orElseThrow(() -> WorkspaceException.unknownVersion(name, number));
        return new Snapshot(core, name, found.id(), version);
    }

    private static void requireLimit(int limit) {
        if (limit < 1 || limit > MOST_LISTED) {
            throw new IllegalArgumentException("limit must be from 1 to " + MOST_LISTED + ": " + limit);
        }
    }

    private static void requireLock(String id, String info) {
        if (id.isBlank()
                || id.length() > LONGEST_LOCK_ID
                || info.length() > LONGEST_LOCK_INFO
                || id.indexOf('\0') >= 0
                || info.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a lock has an id of 1 to " + LONGEST_LOCK_ID + " characters and up to "
                    + LONGEST_LOCK_INFO + " characters of information, without NUL");
        }
    }

    private static String requireTag(String tag) {
        if (!TAG.matcher(tag).matches()) {
            throw new IllegalArgumentException("a tag is " + TAG.pattern() + ", not \"" + FilePath.shown(tag) + "\"");
        }
        return tag;
    }
}
