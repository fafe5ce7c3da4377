// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.Howdah;
import io.howdah.workspace.CommitOptions;
import io.howdah.workspace.StaleHeadException;
import io.howdah.workspace.WorkspaceName;

/** Files in versions: two write at once, one of them is told so, and an old version comes back. */
final class WorkspaceExample {
    private static final WorkspaceName SHOP = WorkspaceName.of("example", "shop");

    private WorkspaceExample() {}

    public static void main(String... arguments) throws Exception {
        try (var howdah = Howdah.open(Database.of(arguments))) {
            howdah.migrate();
            howdah.workspaces().delete(SHOP);
            var workspace = howdah.workspaces().open(SHOP);
            var first = workspace
                    .change()
                    .write("main.tf", "replicas = 2".getBytes(UTF_8))
                    .commit(CommitOptions.none().author("ada").message("two replicas"));

            // Both begin at the same version.
            var ada = workspace.change().write("main.tf", "replicas = 3".getBytes(UTF_8));
            var bob = workspace.change().write("main.tf", "replicas = 9".getBytes(UTF_8));
            ada.commit(CommitOptions.none().author("ada").message("three replicas"));
            try {
                bob.commit(CommitOptions.none().author("bob").message("nine replicas"));
            } catch (StaleHeadException stale) {
                System.out.println("bob has to look again: the head is version " + stale.current());
            }

            var head = workspace.head().version().number();
            workspace.rollback(first.number(), head, CommitOptions.none().author("ada"));
            try (var file = workspace.head().read("main.tf")) {
                System.out.println("after the rollback: " + new String(file.readAllBytes(), UTF_8));
            }
            workspace.history(3).forEach(version -> System.out.println("version " + version.number()));
        }
    }
}
