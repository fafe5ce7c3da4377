// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.Optional;

/**
 * What a {@link TestProcess} runs first: it ties the child's life to its parent's, then runs the child's own main.
 *
 * <p>A parent that is killed runs no shutdown hook, and build tools do kill the JVM of their tests.
 */
final class ChildMain {
    private static final int ORPHANED = 3;

    private ChildMain() {}

    /** Arguments: the parent's process id, the name of the main class, its arguments. */
    public static void main(String[] args) throws Throwable {
        Optional<ProcessHandle> parent = ProcessHandle.of(Long.parseLong(args[0]));
        if (parent.isEmpty()) {
            Runtime.getRuntime().halt(ORPHANED);
        }
        var unused =
                parent.orElseThrow().onExit().thenRun(() -> Runtime.getRuntime().halt(ORPHANED));
        var main = Class.forName(args[1]).getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        try {
            main.invoke(null, (Object) Arrays.copyOfRange(args, 2, args.length));
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }
}
