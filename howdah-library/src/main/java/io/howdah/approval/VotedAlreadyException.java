// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import io.howdah.HowdahException;

/** Somebody has voted on this request before. */
public final class VotedAlreadyException extends HowdahException {
    VotedAlreadyException(String who, ApprovalId id) {
        super(
                "approval-voted-already",
                who + " has voted on approval " + id + " already; a vote cannot be changed",
                null);
    }
}
