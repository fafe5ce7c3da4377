// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chunks that were read before, as files of this machine by their hash. What was read last stays longest. Whatever goes
 * wrong with it costs time only: the store is asked instead. Thread-safe; several processes may share a directory.
 */
final class ChunkCache {
    private static final Logger LOG = LoggerFactory.getLogger(ChunkCache.class);
    private static final Pattern CACHED = Pattern.compile("[0-9a-f]{64}(\\.new-.*)?");
    private static final Duration ABANDONED = Duration.ofHours(1);
    private static final int LARGEST = 64 << 20;

    private final Path root;
    private final long mostBytes;
    private final AtomicLong bytes = new AtomicLong();

    private ChunkCache(Path root, long mostBytes) {
        this.root = root;
        this.mostBytes = mostBytes;
    }

    static ChunkCache in(Path directory, long mostBytes) {
        if (mostBytes < 1) {
            throw new IllegalArgumentException("a cache of chunks has at least one byte: " + mostBytes);
        }
        var cache = new ChunkCache(directory.toAbsolutePath(), mostBytes);
        try {
            Files.createDirectories(cache.root);
            cache.shrink();
        } catch (IOException failure) {
            throw new IllegalArgumentException(
                    "a cache of chunks cannot be kept in " + directory + ": name a directory that can be written to",
                    failure);
        }
        return cache;
    }

    /** Its bytes, which are those of the hash. */
    Optional<byte[]> find(String sha256) {
        var file = fileOf(sha256);
        try {
            if (Files.size(file) <= LARGEST) {
                var found = Files.readAllBytes(file);
                if (Sha256.of(found).equals(sha256)) {
                    Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
                    return Optional.of(found);
                }
            }
            LOG.warn("{} is damaged and is read from its store again", file);
            Files.deleteIfExists(file);
        } catch (NoSuchFileException unknown) {
            return Optional.empty();
        } catch (IOException failure) {
            LOG.warn("{} cannot be read, and is read from its store: {}", file, failure.toString());
        }
        return Optional.empty();
    }

    void keep(String sha256, byte[] content) {
        if (content.length > mostBytes) {
            return;
        }
        var file = fileOf(sha256);
        var unfinished = file.resolveSibling(sha256 + ".new-" + UUID.randomUUID());
        try {
            Files.createDirectories(root.resolve(sha256.substring(0, 2)));
            Files.write(unfinished, content);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            if (bytes.addAndGet(content.length) > mostBytes) {
                shrink();
            }
        } catch (IOException failure) {
            LOG.warn("{} cannot be written, and will be read from its store again: {}", file, failure.toString());
        }
    }

    /** To four fifths, so that not every new chunk has everything looked at. */
    private synchronized void shrink() throws IOException {
        var cached = new ArrayList<Cached>();
        try (var folders = Files.newDirectoryStream(root, "[0-9a-f][0-9a-f]")) {
            for (var folder : folders) {
                cached.addAll(filesIn(folder));
            }
        }
        long total = cached.stream().mapToLong(Cached::size).sum();
        var goal = total > mostBytes ? mostBytes / 5 * 4 : mostBytes;
        cached.sort(Comparator.comparing(Cached::readAt));
        for (var file : cached) {
            if (total > goal) {
                Files.deleteIfExists(file.path());
                total -= file.size();
            }
        }
        bytes.set(total);
    }

    private static List<Cached> filesIn(Path folder) throws IOException {
        var cached = new ArrayList<Cached>();
        var abandoned = FileTime.from(Instant.now().minus(ABANDONED));
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                var name = String.valueOf(file.getFileName());
                if (!CACHED.matcher(name).matches()) {
                    continue;
                }
                try {
                    var found = new Cached(file, Files.size(file), Files.getLastModifiedTime(file));
                    if (!name.contains(".")) {
                        cached.add(found);
                    } else if (found.readAt().compareTo(abandoned) < 0) {
                        Files.deleteIfExists(file);
                    }
                } catch (NoSuchFileException gone) {
                    LOG.trace("{} has been cleared away by somebody else", file);
                }
            }
        }
        return cached;
    }

    private Path fileOf(String sha256) {
        return root.resolve(sha256.substring(0, 2)).resolve(sha256);
    }

    private record Cached(Path path, long size, FileTime readAt) {}
}
