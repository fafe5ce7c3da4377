// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import java.util.Optional;

/**
 * A way in that works once.
 *
 * @param account whose it is; nobody's makes the first account
 */
public record Link(Purpose purpose, Optional<Long> accountId, Optional<String> account) {
    /** What it is good for. */
    public enum Purpose {
        FIRST,
        PASSWORD,
        LOGIN
    }
}
