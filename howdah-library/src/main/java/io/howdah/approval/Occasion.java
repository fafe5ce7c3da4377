// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

/** When something is to be started. */
public enum Occasion {
    APPROVED,
    REJECTED,
    EXPIRED,
    WITHDRAWN,
    SUPERSEDED,
    /** It still waits, and a reminder is due. */
    REMINDED,
    /** It has waited so long that others may decide too. */
    ESCALATED
}
