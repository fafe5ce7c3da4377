// SPDX-License-Identifier: Apache-2.0
package io.howdah.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.ChunkStoreContract;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.workspace.WorkspaceName;
import io.howdah.workspace.WorkspaceOptions;
import io.howdah.workspace.store.Chunk;
import io.howdah.workspace.store.ChunkName;
import io.howdah.workspace.store.ChunkStore;
import io.howdah.workspace.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

@HowdahTest
class S3ChunkStoreTest implements ChunkStoreContract {
    private static S3Server server;

    private S3Client client;
    private S3ChunkStore store;

    @BeforeAll
    static void startServer() throws Exception {
        server = S3Server.start();
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.stop();
    }

    /** Numbers begin again with every test. */
    @BeforeEach
    void open() {
        client = server.client();
        store = S3ChunkStore.of("bucket", client, S3Server.BUCKET).prefix("test-" + System.nanoTime() + "/");
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Override
    public ChunkStore store(TestDatabase database) {
        return store;
    }

    @Override
    public void damage(TestDatabase database, ChunkName chunk) {
        var key = client.listObjectsV2Paginator(request -> request.bucket(S3Server.BUCKET)).contents().stream()
                .filter(object -> object.key().endsWith(chunk.toString()))
                .map(object -> object.key())
                .reduce((first, last) -> last)
                .orElseThrow();
        client.putObject(request -> request.bucket(S3Server.BUCKET).key(key), RequestBody.fromBytes(new byte[10]));
    }

    @Test
    void a_chunk_that_is_there_is_not_written_again() {
        var name = new ChunkName("ab".repeat(32), 1);
        store.put(List.of(new Chunk(name, new byte[] {1})));

        store.put(List.of(new Chunk(name, new byte[] {2})));

        assertThat(store.get(List.of(name)).getFirst().bytes()).containsExactly(1);
    }

    @Test
    void a_large_chunk_goes_in_parts_and_comes_back_whole() {
        var bytes = new byte[20 << 20];
        new Random(1).nextBytes(bytes);
        var name = new ChunkName("cd".repeat(32), 2);

        store.put(List.of(new Chunk(name, bytes)));

        assertThat(store.get(List.of(name)).getFirst().bytes()).isEqualTo(bytes);
    }

    @Test
    void uploads_that_nobody_finished_are_given_up() {
        var prefix = "unfinished-" + System.nanoTime() + "/";
        var mine = store.prefix(prefix);
        client.createMultipartUpload(request -> request.bucket(S3Server.BUCKET).key(prefix + "x"));

        mine.tidy(Duration.ofDays(1));
        assertThat(uploads(prefix)).as("a young one is left alone").isEqualTo(1);
        mine.tidy(Duration.ofSeconds(-5));
        assertThat(uploads(prefix)).isZero();
    }

    @Test
    void a_store_that_is_away_is_named_and_nothing_half_written_is_seen(Howdah howdah) throws Exception {
        var gone = S3Server.start();
        try (var broken = gone.client()) {
            howdah.workspaces().add(S3ChunkStore.of("gone", broken, S3Server.BUCKET));
            var workspace =
                    howdah.workspaces().open(WorkspaceName.of("shop", "test"), WorkspaceOptions.standard(), "gone");
            workspace.change().write("file", new byte[1000]).commit();
            gone.stop();

            assertThatThrownBy(() ->
                            workspace.change().write("file", new byte[2000]).commit())
                    .isInstanceOf(StoreException.class)
                    .hasFieldOrPropertyWithValue("code", "workspace-store-unavailable")
                    .hasMessageContaining("gone");
            assertThatThrownBy(() -> workspace.head().read("file").readAllBytes())
                    .isInstanceOf(StoreException.class);
            assertThat(workspace.head().version().number()).isEqualTo(1);
        }
    }

    private long uploads(String prefix) {
        return client.listMultipartUploads(
                        request -> request.bucket(S3Server.BUCKET).prefix(prefix))
                .uploads()
                .size();
    }
}
