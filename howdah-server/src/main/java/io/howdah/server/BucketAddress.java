// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.s3.S3ChunkStore;
import io.howdah.workspace.store.ChunkStore;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A bucket, and who asks: keys of its own, or those that Amazon's own tools would find in the environment.
 *
 * @param endpoint where it is, if not at Amazon's
 */
record BucketAddress(
        String name, Optional<String> prefix, Optional<URI> endpoint, Optional<String> region, Optional<Keys> keys) {
    static final String BUCKET = "HOWDAH_S3_BUCKET";
    static final String PREFIX = "HOWDAH_S3_PREFIX";
    static final String ENDPOINT = "HOWDAH_S3_ENDPOINT";
    static final String REGION = "HOWDAH_S3_REGION";
    static final String ACCESS_KEY = "HOWDAH_S3_ACCESS_KEY";
    static final String SECRET_KEY = "HOWDAH_S3_SECRET_KEY";
    static final String SECRET_KEY_FILE = "HOWDAH_S3_SECRET_KEY_FILE";

    /** Two that belong together; of which one is not told. */
    record Keys(String access, String secret) {
        @Override
        public String toString() {
            return access + " ***";
        }
    }

    static Optional<BucketAddress> from(Map<String, String> environment) {
        Variables.checkParts(environment, BUCKET);
        return Optional.ofNullable(environment.get(BUCKET))
                .map(name -> new BucketAddress(
                        name,
                        Optional.ofNullable(environment.get(PREFIX)),
                        Optional.ofNullable(environment.get(ENDPOINT)).map(BucketAddress::uri),
                        Optional.ofNullable(environment.get(REGION)),
                        keys(environment)));
    }

    private static URI uri(String text) {
        if (!text.matches("https?://[^/@]+/?")) {
            throw CommandException.wrongSetting(
                    ENDPOINT + " must be http:// or https:// and a host, perhaps with a port, and it is not.");
        }
        return URI.create(text);
    }

    private static Optional<Keys> keys(Map<String, String> environment) {
        var access = Optional.ofNullable(environment.get(ACCESS_KEY));
        var secret = SecretSetting.of(environment, SECRET_KEY, SECRET_KEY_FILE);
        if (access.isPresent() != secret.isPresent()) {
            throw CommandException.wrongSetting(
                    "Set both of " + ACCESS_KEY + " and " + SECRET_KEY + " (or " + SECRET_KEY_FILE + "), or neither.");
        }
        return access.map(key -> new Keys(key, secret.orElseThrow()));
    }

    /** Others than Amazon know buckets by path, and not every checksum. */
    ChunkStore open(String storeName) {
        var client = S3Client.builder().httpClientBuilder(UrlConnectionHttpClient.builder());
        keys.ifPresent(known -> client.credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create(known.access(), known.secret()))));
        endpoint.ifPresent(place -> client.endpointOverride(place)
                .forcePathStyle(true)
                .region(Region.US_EAST_1)
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED));
        region.ifPresent(place -> client.region(Region.of(place)));
        var store = S3ChunkStore.of(storeName, client.build(), name);
        return prefix.map(store::prefix).orElse(store);
    }
}
