// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

/** How far a rule is. */
public record RuleProgress(String name, int needed, int approvals) {
    public boolean holds() {
        return approvals >= needed;
    }
}
