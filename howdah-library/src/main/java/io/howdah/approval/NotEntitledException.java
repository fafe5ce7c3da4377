// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import io.howdah.HowdahException;

/** Somebody wanted to decide who may not. */
public final class NotEntitledException extends HowdahException {
    NotEntitledException(String who, ApprovalId id, String why) {
        super("approval-not-entitled", who + " may not decide on approval " + id + ": " + why, null);
    }
}
