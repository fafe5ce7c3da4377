// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import org.springframework.http.HttpStatus;

/**
 * What went wrong, for programs and people (RFC 9457).
 *
 * @param code stays the same from version to version; the documentation lists them all
 */
record Problem(String type, String title, int status, String code, String detail) {
    static Problem of(int status, String code, String detail) {
        var title = HttpStatus.resolve(status);
        return new Problem("about:blank", title == null ? "Failure" : title.getReasonPhrase(), status, code, detail);
    }
}
