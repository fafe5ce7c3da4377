// SPDX-License-Identifier: Apache-2.0
package io.howdah.s3;

import io.howdah.workspace.store.Chunk;
import io.howdah.workspace.store.ChunkName;
import io.howdah.workspace.store.ChunkStore;
import io.howdah.workspace.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * Chunks as objects of a bucket, at Amazon's or at anybody's who speaks S3. Thread-safe.
 *
 * <p>An object is written where there is none yet ({@code If-None-Match: *}), whole or not at all; what is larger than
 * 8 MiB goes in parts. A server that does not know conditions is asked without: what it then overwrites has the same
 * bytes. The bucket wants no versioning and no rules of its own for the prefix. The client stays open: it is yours.
 */
public final class S3ChunkStore implements ChunkStore {
    private static final int CHUNK_SIZE = 8 << 20;
    private static final int LARGEST_CHUNK = 64 << 20;

    private final String name;
    private final S3Client client;
    private final String bucket;
    private final String prefix;
    private final int chunkSize;
    private final Uploader uploader;

    private S3ChunkStore(String name, S3Client client, String bucket, String prefix, int chunkSize) {
        this.name = name;
        this.client = client;
        this.bucket = bucket;
        this.prefix = prefix;
        this.chunkSize = chunkSize;
        this.uploader = new Uploader(client, bucket);
    }

    /** A store in a bucket that is there, with chunks of 8 MiB under {@code howdah/}. */
    public static S3ChunkStore of(String name, S3Client client, String bucket) {
        return new S3ChunkStore(name, client, bucket, "howdah/", CHUNK_SIZE);
    }

    /** What the keys of all its objects begin with. The same for every process, for ever. */
    public S3ChunkStore prefix(String prefix) {
        return new S3ChunkStore(name, client, bucket, prefix, chunkSize);
    }

    /**
     * How large the chunks of new files are: 1 byte to 64 MiB. Larger ones make fewer requests, and need the memory.
     */
    public S3ChunkStore chunkSize(int bytes) {
        if (bytes < 1 || bytes > LARGEST_CHUNK) {
            throw new IllegalArgumentException("chunkSize must be from 1 to " + LARGEST_CHUNK + ": " + bytes);
        }
        return new S3ChunkStore(name, client, bucket, prefix, bytes);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int chunkSize() {
        return chunkSize;
    }

    @Override
    public void put(List<Chunk> chunks) {
        run(
                "could not be written to",
                () -> Parallel.run(chunks.stream()
                        .<Callable<Boolean>>map(chunk -> () -> {
                            uploader.put(keyOf(chunk.name()), chunk);
                            return true;
                        })
                        .toList()));
    }

    @Override
    public List<Chunk> get(Collection<ChunkName> names) {
        var found = run(
                "could not be read from",
                () -> Parallel.run(names.stream()
                        .<Callable<Optional<Chunk>>>map(chunk -> () -> read(chunk))
                        .toList()));
        return found.stream().flatMap(Optional::stream).toList();
    }

    /** One by one: not everybody who speaks S3 knows how to remove many. */
    @Override
    public void delete(Collection<ChunkName> names) {
        run(
                "could not be removed from",
                () -> Parallel.run(names.stream()
                        .<Callable<Boolean>>map(chunk -> () -> {
                            client.deleteObject(
                                    request -> request.bucket(bucket).key(keyOf(chunk)));
                            return true;
                        })
                        .toList()));
    }

    /** Parts of an upload that nobody finished are paid for until they are given up. */
    @Override
    public void tidy(Duration age) {
        var limit = Instant.now().minus(age);
        run("could not be tidied", () -> {
            client
                    .listMultipartUploadsPaginator(
                            request -> request.bucket(bucket).prefix(prefix))
                    .uploads()
                    .stream()
                    .filter(upload -> upload.initiated().isBefore(limit))
                    .forEach(this::giveUp);
            return true;
        });
    }

    private void giveUp(MultipartUpload upload) {
        client.abortMultipartUpload(
                request -> request.bucket(bucket).key(upload.key()).uploadId(upload.uploadId()));
    }

    private Optional<Chunk> read(ChunkName chunk) {
        try {
            var bytes =
                    client.getObjectAsBytes(request -> request.bucket(bucket).key(keyOf(chunk)));
            return Optional.of(new Chunk(chunk, bytes.asByteArrayUnsafe()));
        } catch (NoSuchKeyException missing) {
            return Optional.empty();
        }
    }

    /** Spread by its first characters, as the hash is. */
    private String keyOf(ChunkName chunk) {
        return prefix + chunk.sha256().substring(0, 2) + "/" + chunk;
    }

    private <T> T run(String what, Supplier<T> work) {
        try {
            return work.get();
        } catch (SdkException failure) {
            throw new StoreException(name, what + ", in bucket " + bucket, failure);
        }
    }
}
