// SPDX-License-Identifier: Apache-2.0
package io.howdah.s3;

import java.net.URI;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobApiMetadata;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStoreContext;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** An S3 server in memory, with one bucket. */
final class S3Server {
    static final String BUCKET = "workspaces";

    private final BlobStoreContext context;
    private final S3Proxy proxy;

    private S3Server(BlobStoreContext context, S3Proxy proxy) {
        this.context = context;
        this.proxy = proxy;
    }

    static S3Server start() throws Exception {
        var context = ContextBuilder.newBuilder(new TransientNio2BlobApiMetadata())
                .credentials("key", "secret")
                .build(BlobStoreContext.class);
        var proxy = S3Proxy.builder()
                .blobStore(context.getBlobStore())
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, "key", "secret")
                .build();
        proxy.start();
        var server = new S3Server(context, proxy);
        try (var client = server.client()) {
            client.createBucket(request -> request.bucket(BUCKET));
        }
        return server;
    }

    S3Client client() {
        return S3Client.builder()
                .endpointOverride(URI.create("http://127.0.0.1:" + proxy.getPort()))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    void stop() throws Exception {
        proxy.stop();
        context.close();
    }
}
