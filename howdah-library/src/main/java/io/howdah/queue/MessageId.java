// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

/** Names a message, for ever. Later messages have larger ids. */
public record MessageId(long value) {
    @Override
    public String toString() {
        return Long.toString(value);
    }
}
