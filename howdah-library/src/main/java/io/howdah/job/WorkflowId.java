// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

/** Names a workflow or a batch, for ever. Later ones have larger ids. */
public record WorkflowId(long value) {
    @Override
    public String toString() {
        return Long.toString(value);
    }
}
