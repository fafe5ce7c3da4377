// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import io.howdah.HowdahException;

/** There is no such request, or it is not kept any more. */
public final class UnknownApprovalException extends HowdahException {
    UnknownApprovalException(ApprovalId id) {
        super("approval-unknown", "There is no approval " + id + ", or it is not kept any more", null);
    }
}
