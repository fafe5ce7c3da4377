// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import java.time.Duration;
import java.util.Optional;

/** What a workspace may hold, and for how long. Immutable. */
public final class WorkspaceOptions {
    private static final int MOST_FILES = 1_000_000;
    private static final long MOST_BYTES = 1L << 40;
    private static final int MOST_VERSIONS = 1_000_000;
    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final WorkspaceOptions STANDARD =
            new WorkspaceOptions(100_000, 10L << 30, 100, Optional.empty(), Optional.empty());

    private final int files;
    private final long bytes;
    private final int versions;
    private final Optional<Duration> keepFor;
    private final Optional<Duration> expireAfter;

    private WorkspaceOptions(
            int files, long bytes, int versions, Optional<Duration> keepFor, Optional<Duration> expireAfter) {
        this.files = files;
        this.bytes = bytes;
        this.versions = versions;
        this.keepFor = keepFor;
        this.expireAfter = expireAfter;
    }

    /** 100 000 files and 10 GiB in a version, the newest 100 versions, for ever. */
    public static WorkspaceOptions standard() {
        return STANDARD;
    }

    /** How many files a version may have: up to 1 000 000. */
    public WorkspaceOptions quotaFiles(int files) {
        require("quotaFiles", files, MOST_FILES);
        return new WorkspaceOptions(files, bytes, versions, keepFor, expireAfter);
    }

    /** How large the files of a version may be together: up to 1 TiB. */
    public WorkspaceOptions quotaBytes(long bytes) {
        require("quotaBytes", bytes, MOST_BYTES);
        return new WorkspaceOptions(files, bytes, versions, keepFor, expireAfter);
    }

    /**
     * How many of the newest versions are kept. The head and what is tagged always are, and every version for a day
     * after another one took its place.
     */
    public WorkspaceOptions keepVersions(int versions) {
        require("keepVersions", versions, MOST_VERSIONS);
        return new WorkspaceOptions(files, bytes, versions, keepFor, expireAfter);
    }

    /** How long a version is kept after another one took its place: a day or more. */
    public WorkspaceOptions keepFor(Duration age) {
        requireDuration("keepFor", age, Duration.ofDays(1));
        return new WorkspaceOptions(files, bytes, versions, Optional.of(age), expireAfter);
    }

    /** The workspace is deleted when nobody has changed it for this long: a minute or more. Not while it is locked. */
    public WorkspaceOptions expireAfter(Duration unchanged) {
        requireDuration("expireAfter", unchanged, Duration.ofMinutes(1));
        return new WorkspaceOptions(files, bytes, versions, keepFor, Optional.of(unchanged));
    }

    int files() {
        return files;
    }

    long bytes() {
        return bytes;
    }

    int versions() {
        return versions;
    }

    Optional<Duration> keptFor() {
        return keepFor;
    }

    Optional<Duration> expiry() {
        return expireAfter;
    }

    private static void require(String what, long value, long most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(what + " must be from 1 to " + most + ": " + value);
        }
    }

    private static void requireDuration(String what, Duration value, Duration least) {
        if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(what + " must be from " + least + " to " + LONGEST + ": " + value);
        }
    }
}
