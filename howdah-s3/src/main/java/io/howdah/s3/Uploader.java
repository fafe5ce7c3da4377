// SPDX-License-Identifier: Apache-2.0
package io.howdah.s3;

import io.howdah.workspace.store.Chunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Writes objects where there are none yet. Thread-safe. */
final class Uploader {
    private static final int PART = 8 << 20;
    private static final int ATTEMPTS = 4;
    private static final int CONFLICT = 409;
    private static final int IS_THERE = 412;
    private static final int NOT_IMPLEMENTED = 501;

    private final S3Client client;
    private final String bucket;
    private volatile boolean conditional = true;

    Uploader(S3Client client, String bucket) {
        this.client = client;
        this.bucket = bucket;
    }

    void put(String key, Chunk chunk) {
        for (int attempt = 1; ; attempt++) {
            try {
                if (chunk.bytes().length > PART) {
                    putInParts(key, chunk.bytes());
                } else {
                    putWhole(key, chunk.bytes());
                }
                return;
            } catch (S3Exception refusal) {
                if (refusal.statusCode() == IS_THERE && conditional) {
                    return;
                }
                requireRepeatable(refusal, attempt);
            }
        }
    }

    /** Somebody else is writing the same, or the server does not know conditions; everything else is a failure. */
    private void requireRepeatable(S3Exception refusal, int attempt) {
        if (attempt == ATTEMPTS) {
            throw refusal;
        }
        if (refusal.statusCode() == NOT_IMPLEMENTED && conditional) {
            conditional = false;
        } else if (refusal.statusCode() != CONFLICT) {
            throw refusal;
        }
    }

    /** What is changed on the way is found by the client's own checksum, where the server knows such, or when read. */
    private void putWhole(String key, byte[] bytes) {
        client.putObject(
                request -> request.bucket(bucket).key(key).ifNoneMatch(condition()), RequestBody.fromBytes(bytes));
    }

    private void putInParts(String key, byte[] bytes) {
        var upload = client.createMultipartUpload(
                        request -> request.bucket(bucket).key(key))
                .uploadId();
        var done = false;
        try {
            var parts = sendParts(key, upload, bytes);
            client.completeMultipartUpload(request -> request.bucket(bucket)
                    .key(key)
                    .uploadId(upload)
                    .ifNoneMatch(condition())
                    .multipartUpload(whole -> whole.parts(parts)));
            done = true;
        } finally {
            if (!done) {
                client.abortMultipartUpload(
                        request -> request.bucket(bucket).key(key).uploadId(upload));
            }
        }
    }

    private List<CompletedPart> sendParts(String key, String upload, byte[] bytes) {
        var parts = new ArrayList<CompletedPart>();
        for (int from = 0; from < bytes.length; from += PART) {
            var number = parts.size() + 1;
            var part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + PART));
            var tag = client.uploadPart(
                            request -> request.bucket(bucket)
                                    .key(key)
                                    .uploadId(upload)
                                    .partNumber(number),
                            RequestBody.fromBytes(part))
                    .eTag();
            parts.add(CompletedPart.builder().partNumber(number).eTag(tag).build());
        }
        return parts;
    }

    private @Nullable String condition() {
        return conditional ? "*" : null;
    }
}
