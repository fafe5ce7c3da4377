// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples;

import io.howdah.embedded.Postgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs an example by its name, on the database that it is given, or on one that is made for it and thrown away. */
public final class Main {
    interface Example {
        void run(String... arguments) throws Exception;
    }

    static final Map<String, Example> EXAMPLES = new LinkedHashMap<>();

    static {
        EXAMPLES.put("lock", LockExample::main);
        EXAMPLES.put("job", JobExample::main);
        EXAMPLES.put("message", MessageExample::main);
        EXAMPLES.put("log", LogExample::main);
        EXAMPLES.put("approval", ApprovalExample::main);
        EXAMPLES.put("notification", NotificationExample::main);
        EXAMPLES.put("limit", LimitExample::main);
        EXAMPLES.put("workspace", WorkspaceExample::main);
        EXAMPLES.put("schedule", ScheduleExample::main);
        EXAMPLES.put("workflow", WorkflowExample::main);
    }

    private Main() {}

    public static void main(String... arguments) throws Exception {
        var example = arguments.length == 0 ? null : EXAMPLES.get(arguments[0]);
        if (example == null) {
            System.err.println("Which example? " + String.join(", ", EXAMPLES.keySet()));
            System.exit(2);
        } else if (arguments.length > 1) {
            example.run(arguments[1]);
        } else if (System.getenv(Database.URL) != null) {
            example.run();
        } else {
            onItsOwn(example);
        }
    }

    private static void onItsOwn(Example example) throws Exception {
        var directory = Files.createTempDirectory("howdah-example-");
        try (var postgres = Postgres.in(directory).fast().start()) {
            example.run(postgres.jdbcUrl("postgres") + "?user=" + postgres.user() + "&password=" + postgres.password());
        } finally {
            try (var files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
