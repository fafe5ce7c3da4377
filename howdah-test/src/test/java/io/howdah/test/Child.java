// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A child process that answers what it is told. */
final class Child {
    private Child() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("shutdown hook")));
        System.out.println("ready " + Arrays.toString(args) + " " + System.getenv("HOWDAH_COLOUR") + " "
                + System.getProperty("shape"));
        if (List.of(args).contains("deaf")) {
            // Not even the end of its input ends this one.
            new CountDownLatch(1).await();
        }
        var stdin = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line;
        while ((line = stdin.readLine()) != null) {
            switch (line) {
                case "complain" -> System.err.println("complaint on stderr");
                case "throw" -> throw new IllegalStateException("thrown on request");
                case "exit" -> {
                    System.out.println("bye");
                    Runtime.getRuntime().halt(7);
                }
                default -> System.out.println("heard " + line);
            }
        }
    }
}
