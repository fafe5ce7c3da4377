// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

/** Where a request stands. All but PENDING are final. */
public enum ApprovalState {
    PENDING,
    APPROVED,
    REJECTED,
    /** Nobody decided in time. */
    EXPIRED,
    /** Whoever asked does not want it any more. */
    WITHDRAWN,
    /** A newer request for the same subject took its place. */
    SUPERSEDED;

    public boolean isFinal() {
        return this != PENDING;
    }
}
