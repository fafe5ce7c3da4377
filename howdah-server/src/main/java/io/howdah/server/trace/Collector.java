// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.trace;

import java.net.URI;
import java.util.Map;

/**
 * Where spans go, by OTLP over HTTP.
 *
 * @param endpoint the path of the traces included
 * @param headers that it asks for; they may be secret
 * @param sampled which share of the traces that begin here is told; of those that began elsewhere, that is said there
 */
public record Collector(URI endpoint, Map<String, String> headers, double sampled) {
    public Collector {
        headers = Map.copyOf(headers);
    }

    @Override
    public String toString() {
        return endpoint + " (" + sampled + " of the traces that begin here)";
    }
}
