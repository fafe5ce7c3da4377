// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.access;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;

/** Reads a body of JSON before its handler does, which then finds it unread. Thread-safe. */
@FunctionalInterface
public interface Bodies {
    /** Its fields that are values, as text, in their order; none of what is not JSON, which the handler refuses. */
    Map<String, String> fields(HttpServletRequest request);
}
