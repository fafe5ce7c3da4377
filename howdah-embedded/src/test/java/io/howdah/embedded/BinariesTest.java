// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinariesTest {

    @TempDir
    Path cache;

    @Test
    void they_are_unpacked_once_whoever_comes_first() {
        var one = CompletableFuture.supplyAsync(() -> Binaries.unpacked(Platform.current(), cache));
        var other = CompletableFuture.supplyAsync(() -> Binaries.unpacked(Platform.current(), cache));

        assertThat(one.join()).isEqualTo(other.join());
        assertThat(Path.of(one.join().program("postgres"))).isExecutable();
        assertThat(one.join().home().resolveSibling(one.join().home().getFileName() + ".new"))
                .doesNotExist();
    }

    @Test
    void two_processes_that_unpack_at_once_both_end_well(@TempDir Path directory) throws Exception {
        var one = ChildServer.startWithCache(directory.resolve("one"), cache);
        var other = ChildServer.startWithCache(directory.resolve("other"), cache);

        for (var child : List.of(one, other)) {
            assertThat(ChildServer.firstLine(child)).startsWith("ready");
            child.getOutputStream().close();
            assertThat(child.waitFor()).isZero();
        }
        try (var unpacked = Files.newDirectoryStream(cache.resolve("howdah"), Files::isDirectory)) {
            assertThat(unpacked).hasSize(1);
        }
    }

    @Test
    void an_unpacking_that_was_interrupted_is_done_again() throws Exception {
        var name = Binaries.unpacked().home().getFileName();
        var half = Files.createDirectories(cache.resolve(name + ".new").resolve("bin"));
        Files.writeString(half.resolve("initdb"), "half of it");

        assertThat(Path.of(Binaries.unpacked(Platform.current(), cache).program("initdb")))
                .isExecutable();
    }

    @Test
    void a_platform_without_binaries_is_named() {
        var platform = Platform.of("Linux", "riscv64", false);

        assertThatExceptionOfType(EmbeddedException.class)
                .isThrownBy(() -> Binaries.unpacked(platform, cache))
                .withMessageContaining("linux-riscv64");
    }

    @Test
    void a_cache_that_cannot_be_written_is_named() throws Exception {
        var file = Files.writeString(cache.resolve("file"), "");

        assertThatExceptionOfType(EmbeddedException.class)
                .isThrownBy(() -> Binaries.unpacked(Platform.current(), file))
                .withMessageContaining(file.toString())
                .withMessageContaining("XDG_CACHE_HOME");
    }

    @Test
    void platforms_are_named_as_the_artifacts_name_them() {
        assertThat(Platform.of("Linux", "amd64", false).archive()).isEqualTo("postgres-linux-x86_64.txz");
        assertThat(Platform.of("Linux", "aarch64", false).artifact()).endsWith("-linux-arm64v8");
        assertThat(Platform.of("Linux", "amd64", true).archive()).isEqualTo("postgres-linux-x86_64-alpine_linux.txz");
        assertThat(Platform.of("Mac OS X", "aarch64", false).archive()).isEqualTo("postgres-darwin-arm_64.txz");
        assertThat(Platform.of("Mac OS X", "x86_64", false).artifact()).endsWith("-darwin-amd64");
    }
}
