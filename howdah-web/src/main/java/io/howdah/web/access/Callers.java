// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.access;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** Knows who sent a request. A bean of this type replaces the application's own security; thread-safe. */
public interface Callers {
    /** Empty when nobody who is known did. */
    Optional<Caller> callerOf(HttpServletRequest request);

    /** The name of whoever sent it, if that one is known and has no role here. */
    default Optional<String> strangerOf(HttpServletRequest request) {
        return Optional.empty();
    }

    /** Where a person who is not known can say who they are, from the base path on; empty when nowhere of ours. */
    Optional<String> loginPath();
}
