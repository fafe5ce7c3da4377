// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

/** Names a request. */
public record ApprovalId(long value) {
    @Override
    public String toString() {
        return Long.toString(value);
    }
}
