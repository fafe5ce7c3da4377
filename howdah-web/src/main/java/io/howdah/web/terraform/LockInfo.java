// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.terraform;

import io.howdah.web.WebException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What a client says of itself when it locks: kept as it came, for whoever meets the lock. */
final class LockInfo {
    private static final JsonMapper MAPPER = new JsonMapper();

    private LockInfo() {}

    static String idOf(String info) {
        try {
            var id = MAPPER.readTree(info).path("ID").asString("");
            if (id.isBlank()) {
                throw WebException.invalid("A lock has an ID.");
            }
            return id;
        } catch (JacksonException failure) {
            throw WebException.malformed(
                    "What is said of a lock is not JSON: " + failure.getOriginalMessage(), failure);
        }
    }
}
