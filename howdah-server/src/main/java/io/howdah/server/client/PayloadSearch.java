// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is looked for inside of payloads, and in the words around them. */
final class PayloadSearch {
    @Option(
            names = "--field",
            paramLabel = "PATH=VALUE",
            description = "With this field in the payload: customer.id=42. Not what is masked or encrypted.")
    private Optional<String> field = Optional.empty();

    @Option(names = "--header", paramLabel = "NAME=VALUE", description = "With this header.")
    private Optional<String> header = Optional.empty();

    void addTo(Map<String, Optional<?>> filters) {
        filters.put("field", field);
        filters.put("header", header);
    }
}
