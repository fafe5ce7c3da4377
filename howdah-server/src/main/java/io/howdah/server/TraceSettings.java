// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.server.trace.Collector;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Whether and where a replica tells its spans, as the environment says. */
final class TraceSettings {
    static final String ENDPOINT = "HOWDAH_OTLP_ENDPOINT";
    static final String HEADERS = "HOWDAH_OTLP_HEADERS";
    static final String HEADERS_FILE = "HOWDAH_OTLP_HEADERS_FILE";
    static final String SAMPLED = "HOWDAH_OTLP_SAMPLED";
    static final String STANDARD_SAMPLED = "1";

    private static final String PATH = "/v1/traces";
    private static final Pattern SHARE = Pattern.compile("0(\\.\\d{1,9})?|1(\\.0{1,9})?");
    private static final Pattern HEADER = Pattern.compile("\\s*([A-Za-z0-9-]{1,100})=([\\x20-\\x7E]{1,4000})");

    private TraceSettings() {}

    /** None: nobody is told. */
    static Optional<Collector> from(Map<String, String> environment) {
        Variables.checkParts(environment, ENDPOINT);
        var endpoint = environment.get(ENDPOINT);
        if (endpoint == null) {
            return Optional.empty();
        }
        return Optional.of(new Collector(endpoint(endpoint), headers(environment), sampled(environment)));
    }

    private static URI endpoint(String text) {
        try {
            var uri = URI.create(text.strip());
            if (uri.getHost() != null
                    && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                    && uri.getUserInfo() == null
                    && uri.getQuery() == null
                    && uri.getFragment() == null) {
                var base = uri.toString().replaceFirst("/+$", "");
                return URI.create(base.endsWith(PATH) ? base : base + PATH);
            }
        } catch (IllegalArgumentException noUri) {
            throw notAnEndpoint();
        }
        throw notAnEndpoint();
    }

    private static CommandException notAnEndpoint() {
        return wrong(ENDPOINT + " is the address of a collector that takes OTLP over HTTP, such as"
                + " http://collector:4318; secrets belong into " + HEADERS);
    }

    private static Map<String, String> headers(Map<String, String> environment) {
        var text = SecretSetting.of(environment, HEADERS, HEADERS_FILE).orElse("");
        var headers = new LinkedHashMap<String, String>();
        for (var part : text.isBlank() ? new String[0] : text.split(",", -1)) {
            var header = HEADER.matcher(part);
            if (!header.matches()) {
                throw wrong(HEADERS + " is name=value, several with commas; one of them is not");
            }
            headers.put(header.group(1), header.group(2).strip());
        }
        return headers;
    }

    private static double sampled(Map<String, String> environment) {
        var text = environment.getOrDefault(SAMPLED, STANDARD_SAMPLED).strip();
        if (!SHARE.matcher(text).matches()) {
            throw wrong(SAMPLED + " is a share of all traces, from 0 to 1, such as 0.1: " + text);
        }
        return Double.parseDouble(text);
    }

    private static CommandException wrong(String words) {
        return CommandException.wrongSetting(words + ".");
    }
}
