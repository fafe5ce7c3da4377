// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.howdah.Howdah;
import io.howdah.Tracing;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What a job carries on to the jobs it starts. */
@HowdahTest
class JobFamilyTest {
    private static final String OUTER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final String INNER = "00-4bf92f3577b34da6a3ce929d0e0e4736-1111111111111111-01";
    private static final JobType<Integer> PARENT = JobType.of("parent", Integer.class);
    private static final JobType<Integer> CHILD =
            JobType.of("child", Integer.class).retry(Retry.never());

    private final List<String> seen = new ArrayList<>();

    @Test
    void a_child_carries_correlation_trace_and_parent(Howdah howdah, TestDatabase database) {
        var jobs = howdah.jobs();
        jobs.handle(PARENT, job -> {
            for (int i = 0; i < 3; i++) {
                job.enqueue(CHILD, i, JobOptions.none());
            }
            try (var connection = database.connect()) {
                job.enqueue(connection, CHILD, 3, JobOptions.none().correlation("its own"));
            }
        });
        jobs.handle(
                CHILD,
                job -> seen.add(job.payload() + " of " + job.parent().orElseThrow() + " for "
                        + job.correlation().orElseThrow() + " in " + job.trace().orElseThrow()));
        var id =
                jobs.enqueue(PARENT, 1, JobOptions.none().correlation("order-7").trace(OUTER));

        howdah.drain();

        assertThat(seen)
                .containsExactly(
                        "0 of " + id + " for order-7 in " + OUTER,
                        "1 of " + id + " for order-7 in " + OUTER,
                        "2 of " + id + " for order-7 in " + OUTER,
                        "3 of " + id + " for its own in " + OUTER);
        var children = jobs.children(id, id, 3);
        assertThat(children).hasSize(3).allSatisfy(child -> {
            assertThat(child.parent()).contains(id);
            assertThat(child.state()).isEqualTo(JobState.DONE);
        });
        assertThat(jobs.children(id, children.getLast().id(), 3)).hasSize(1);
        assertThat(jobs.children(children.getFirst().id(), children.getFirst().id(), 3))
                .isEmpty();
    }

    @Test
    void a_tracing_library_says_the_trace_and_is_given_it_around_the_handler(TestDatabase database) {
        var tracing = new Tracing() {
            private Optional<String> current = Optional.of(OUTER);

            @Override
            public Optional<String> current() {
                return current;
            }

            @Override
            public void within(Activity activity, Callable<?> work) throws Exception {
                if (activity.kind().isStart()) {
                    work.call();
                    return;
                }
                seen.add(
                        "enter " + activity.name() + " in " + activity.carried().getFirst());
                current = Optional.of(INNER);
                work.call();
                seen.add("leave " + activity.name());
            }
        };
        var howdah = database.howdah(builder -> builder.tracing(tracing));
        howdah.jobs().handle(PARENT, job -> job.enqueue(CHILD, 1, JobOptions.none()));
        howdah.jobs().handle(CHILD, job -> {
            throw new IllegalStateException("seen by the library too");
        });
        howdah.jobs().enqueue(PARENT, 1);

        howdah.drain();

        assertThat(seen).containsExactly("enter parent in " + OUTER, "leave parent", "enter child in " + INNER);
    }

    @Test
    void what_is_not_a_traceparent_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobOptions.none().trace("trace-7"))
                .withMessageContaining("trace-7");
    }
}
