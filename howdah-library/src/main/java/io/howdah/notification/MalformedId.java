// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

/** Names something that came in and could not be taken in. */
public record MalformedId(long value) {
    @Override
    public String toString() {
        return Long.toString(value);
    }
}
