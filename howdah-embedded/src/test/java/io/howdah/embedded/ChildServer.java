// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JVM of its own that starts a server in the directory given, writes a row, says so, and waits to be killed. */
final class ChildServer {

    private ChildServer() {}

    public static void main(String[] arguments) throws Exception {
        try (var postgres = Postgres.in(Path.of(arguments[0])).fast().start()) {
            Rows.execute(postgres, "create table if not exists note (text text)");
            Rows.execute(postgres, "insert into note values ('from the child')");
            System.out.println("ready " + postgres.pid());
            System.in.transferTo(System.out);
        } catch (EmbeddedException e) {
            System.out.println("refused " + e.getMessage());
        }
    }

    /** Starts such a JVM, by way of {@code wrapper} (such as {@code sh -c …}). */
    static Process start(Path directory, String... wrapper) throws Exception {
        return builder(directory, wrapper).start();
    }

    /** Starts such a JVM that has its binaries unpacked in {@code cache}. */
    static Process startWithCache(Path directory, Path cache) throws Exception {
        var builder = builder(directory);
        builder.environment().put("XDG_CACHE_HOME", cache.toString());
        return builder.start();
    }

    private static ProcessBuilder builder(Path directory, String... wrapper) {
        var command = new ArrayList<>(List.of(wrapper));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.addAll(List.of(ChildServer.class.getName(), directory.toString()));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /** The first line that the child says: "ready PID" or "refused REASON". */
    static @Nullable String firstLine(Process child) throws Exception {
        return child.inputReader().readLine();
    }
}
