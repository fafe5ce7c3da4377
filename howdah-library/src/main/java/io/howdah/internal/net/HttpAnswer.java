// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.net;

import java.util.Map;
import java.util.Optional;

/**
 * What came back.
 *
 * @param headers by name in small letters
 * @param body as text, cut at a limit
 * @param peer the address that was really called
 */
public record HttpAnswer(int status, Map<String, String> headers, String body, String peer) {
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }
}
