// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.HowdahException;
import org.junit.jupiter.api.Test;

/** What cannot be a workflow is refused when it is built, by the names of its nodes. */
class WorkflowTest {
    private static final JobType<Integer> WORK = JobType.of("work", Integer.class);

    @Test
    void nodes_that_wait_for_each_other_are_named() {
        assertThatThrownBy(() -> Workflow.of("order")
                        .add("first", WORK, 0)
                        .add("a", WORK, 1, "first", "c")
                        .add("b", WORK, 2, "a")
                        .add("c", WORK, 3, "b")
                        .add("last", WORK, 4, "c")
                        .build())
                .isInstanceOfSatisfying(
                        HowdahException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo("workflow-cycle"))
                .hasMessageContaining("workflow order")
                .hasMessageContaining("a after c after b after a");
    }

    @Test
    void a_node_that_waits_for_itself_is_named() {
        assertThatThrownBy(() -> Workflow.of("order").add("a", WORK, 1, "a").build())
                .hasMessageContaining("a after a");
    }

    @Test
    void a_node_after_one_that_is_not_there_is_named() {
        assertThatThrownBy(
                        () -> Workflow.of("order").add("a", WORK, 1, "nobody").build())
                .isInstanceOfSatisfying(
                        HowdahException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo("workflow-unknown-node"))
                .hasMessageContaining("a comes after nobody");
        assertThatThrownBy(() -> Workflow.of("order")
                        .onFailure("undo", WORK, 1)
                        .add("a", WORK, 1, "undo")
                        .build())
                .hasMessageContaining("a comes after undo");
    }

    @Test
    void what_cannot_be_right_is_refused_by_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Workflow.of("order").add("a", WORK, 1).add("a", WORK, 2))
                .withMessageContaining("node a already");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Workflow.of("order").build())
                .withMessageContaining("order has 0");
        assertThatIllegalArgumentException().isThrownBy(() -> Workflow.of(" "));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Workflow.of("order").add("", WORK, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Batch.of(""));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Batch.of("b").then(WORK, 1).then(WORK, 2))
                .withMessageContaining("batch b");
        var large = Workflow.of("large");
        for (int i = 0; i < 1_001; i++) {
            large.add("n" + i, WORK, i);
        }
        assertThatIllegalArgumentException().isThrownBy(large::build).withMessageContaining("1001");
    }

    @Test
    void a_node_may_be_named_before_it_is_added() {
        Workflow.of("order").add("b", WORK, 2, "a").add("a", WORK, 1).build();
    }
}
