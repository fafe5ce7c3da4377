// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

/** How many of whom must approve. */
public record ApprovalRule(String name, int needed, Approvers approvers) {
    private static final int MOST = 100;
    private static final int LONGEST = 100;

    public ApprovalRule {
        if (name.isBlank() || name.length() > LONGEST) {
            throw new IllegalArgumentException("the name of a rule has 1 to 100 characters: \"" + name + "\"");
        }
        if (needed < 1 || needed > MOST) {
            throw new IllegalArgumentException("rule " + name + " needs 1 to 100 approvals: " + needed);
        }
        if (approvers.isNobody()) {
            throw new IllegalArgumentException("rule " + name + " names nobody who could approve");
        }
        if (approvers.groups().isEmpty() && approvers.people().size() < needed) {
            throw new IllegalArgumentException("rule " + name + " can never hold: it needs " + needed + " of "
                    + approvers.people().size() + " people");
        }
    }
}
