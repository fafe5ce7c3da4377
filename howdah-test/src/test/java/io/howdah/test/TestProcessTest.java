// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class TestProcessTest {
    private static final Duration LONG_ENOUGH_TO_ANSWER = Duration.ofMillis(300);

    @Test
    void a_child_gets_arguments_environment_and_lines_and_its_output_is_kept() {
        try (var child = TestProcess.of(Child.class)
                .arguments("one", "two words")
                .environment("HOWDAH_COLOUR", "green")
                .jvmOptions("-Dshape=round")
                .start()) {
            assertThat(child.awaitLine("ready")).isEqualTo("ready [one, two words] green round");

            child.send("hello");
            child.awaitLine("heard hello");
            child.send("complain");
            child.awaitLine("complaint on stderr");

            assertThat(child.lines())
                    .contains("ready [one, two words] green round", "heard hello", "complaint on stderr");
        }
    }

    @Test
    void the_exit_code_and_the_last_line_are_there_after_the_exit() {
        try (var child = TestProcess.of(Child.class).start()) {
            child.awaitLine("ready");
            child.send("exit");

            assertThat(child.awaitExit()).isEqualTo(7);
            assertThat(child.lines()).last().isEqualTo("bye");
            assertThat(child.isAlive()).isFalse();
        }
    }

    @Test
    void a_killed_child_runs_no_shutdown_hook_and_a_terminated_one_does() {
        try (var killed = TestProcess.of(Child.class).start();
                var terminated = TestProcess.of(Child.class).start()) {
            killed.awaitLine("ready");
            terminated.awaitLine("ready");

            killed.kill();
            terminated.terminate();

            assertThat(killed.awaitExit()).isEqualTo(137);
            assertThat(killed.lines()).doesNotContain("shutdown hook");
            assertThat(terminated.awaitExit()).isEqualTo(143);
            assertThat(terminated.lines()).contains("shutdown hook");
        }
    }

    @Test
    void a_frozen_child_does_nothing_until_it_is_thawed() {
        try (var child = TestProcess.of(Child.class).start()) {
            child.awaitLine("ready");

            child.freeze();
            child.send("are you there");
            assertThatThrownBy(() -> Await.within(LONG_ENOUGH_TO_ANSWER)
                            .until("an answer", () -> child.lines().contains("heard are you there")))
                    .isInstanceOf(AssertionError.class);
            assertThat(child.isAlive()).isTrue();

            child.thaw();
            child.awaitLine("heard are you there");
        }
    }

    @Test
    void a_frozen_child_can_be_closed() {
        var child = TestProcess.of(Child.class).start();
        child.awaitLine("ready");
        child.freeze();

        child.close();

        assertThat(ProcessHandle.of(child.pid()).filter(ProcessHandle::isAlive)).isEmpty();
        child.close();
    }

    @Test
    void a_failure_shows_what_the_child_wrote_last() {
        try (var child = TestProcess.of(Child.class).start()) {
            child.awaitLine("ready");
            child.send("exit");

            assertThatThrownBy(() -> child.awaitLine("a line that never comes"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("Child (pid " + child.pid())
                    .hasMessageContaining("a line that never comes")
                    .hasMessageContaining("bye");
        }
    }

    @Test
    void an_exception_of_the_childs_main_is_shown_and_ends_it() {
        try (var child = TestProcess.of(Child.class).start()) {
            child.awaitLine("ready");
            child.send("throw");

            assertThat(child.awaitExit()).isEqualTo(1);
            assertThat(String.join("\n", child.lines())).contains("IllegalStateException: thrown on request");
        }
    }

    @Test
    void a_child_does_not_outlive_a_parent_that_was_killed() {
        try (var parent = TestProcess.of(Parent.class).start()) {
            long pid = pidOfChild(parent);

            parent.kill();

            awaitDeath(pid);
        }
    }

    @Test
    void a_frozen_child_does_not_outlive_a_parent_that_forgot_it() {
        try (var parent = TestProcess.of(Parent.class).start()) {
            long pid = pidOfChild(parent);
            parent.send("freeze it and exit");
            parent.awaitExit();

            awaitDeath(pid);
        }
    }

    private static long pidOfChild(TestProcess parent) {
        String line = parent.awaitLine("child ");
        long pid = Long.parseLong(line.substring("child ".length()));
        assertThat(ProcessHandle.of(pid)).isPresent();
        return pid;
    }

    private static void awaitDeath(long pid) {
        try {
            Await.until("the child " + pid + " is dead", () -> !isRunning(pid));
        } finally {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /** A zombie does not run: in a container without an init nobody collects an orphan. */
    private static boolean isRunning(long pid) throws IOException {
        Path status = Path.of("/proc", Long.toString(pid), "status");
        return ProcessHandle.of(pid).isPresent()
                && !(Files.exists(status) && Files.readString(status).contains("State:\tZ"));
    }
}
