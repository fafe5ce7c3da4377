// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a {@link TestProcess} is started with. Not safe for several threads. */
public final class TestProcessBuilder {
    private final Class<?> mainClass;
    private final List<String> jvmOptions = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();

    TestProcessBuilder(Class<?> mainClass) {
        this.mainClass = mainClass;
    }

    /** Adds arguments of the main method. */
    public TestProcessBuilder arguments(String... added) {
        arguments.addAll(List.of(added));
        return this;
    }

    /** Adds options of the JVM, such as {@code -Xmx64m} or {@code -Dname=value}. */
    public TestProcessBuilder jvmOptions(String... added) {
        jvmOptions.addAll(List.of(added));
        return this;
    }

    /** Sets one variable beside those of this JVM, which the child inherits. */
    public TestProcessBuilder environment(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Starts the child. */
    public TestProcess start() {
        var builder = new ProcessBuilder(command());
        builder.environment().putAll(environment);
        try {
            return new TestProcess(mainClass.getSimpleName(), builder.start());
        } catch (IOException failed) {
            throw new UncheckedIOException("A JVM for " + mainClass.getName() + " could not be started", failed);
        }
    }

    private List<String> command() {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        // It lives for seconds: the second compiler would cost more than it gains.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(jvmOptions);
        command.add(ChildMain.class.getName());
        command.add(Long.toString(ProcessHandle.current().pid()));
        command.add(mainClass.getName());
        command.addAll(arguments);
        return command;
    }
}
