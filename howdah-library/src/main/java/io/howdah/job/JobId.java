// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

/** Names a job, for ever. Later jobs have larger ids. */
public record JobId(long value) {
    @Override
    public String toString() {
        return Long.toString(value);
    }
}
