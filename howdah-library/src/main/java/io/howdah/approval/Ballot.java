// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import java.util.List;

/** What came of a vote. */
public sealed interface Ballot {
    /** It was counted, and more are needed. */
    record Counted(List<RuleProgress> rules) implements Ballot {}

    /** It decided the request, and what the decision starts has been started. */
    record Decided(ApprovalState state) implements Ballot {}

    /** It came too late and was not counted: this had become of the request. */
    record TooLate(Approval approval) implements Ballot {}

    /** It was not counted, for what is to be approved has changed since the voter looked. */
    record Changed(Approval approval) implements Ballot {}
}
