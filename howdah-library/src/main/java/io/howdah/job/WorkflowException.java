// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.HowdahException;
import java.util.List;

/** A workflow that cannot be: its nodes wait for each other, or for one that is not there. */
public final class WorkflowException extends HowdahException {
    private WorkflowException(String code, String message) {
        super(code, message, null);
    }

    static WorkflowException cycle(String workflow, List<String> path) {
        return new WorkflowException(
                "workflow-cycle",
                "The nodes of workflow " + workflow + " wait for each other: " + String.join(" after ", path));
    }

    static WorkflowException unknownNode(String workflow, String node, String after) {
        return new WorkflowException(
                "workflow-unknown-node",
                "In workflow " + workflow + ", " + node + " comes after " + after + ", which is not there");
    }
}
