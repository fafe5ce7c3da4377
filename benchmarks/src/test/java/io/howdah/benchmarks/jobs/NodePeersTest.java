// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodePeersTest {
    @Test
    void what_is_missing_on_the_path_is_named(@TempDir Path folder, @TempDir Path other) throws IOException {
        assertThat(NodePeers.missingOn("")).containsExactly("node", "npm");

        Path node = Files.createFile(folder.resolve("node"));
        String path = other + File.pathSeparator + folder;
        assertThat(NodePeers.missingOn(path)).containsExactly("node", "npm");

        assertThat(node.toFile().setExecutable(true)).isTrue();
        assertThat(NodePeers.missingOn(path)).containsExactly("npm");
    }
}
