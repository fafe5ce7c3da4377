// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.net;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/**
 * A POST to be made.
 *
 * @param timeout for all of it, from looking up the name to the last byte that is read
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares calls.
public record HttpCall(URI address, Map<String, String> headers, byte[] body, Duration timeout) {
    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    boolean isEncrypted() {
        return "https".equalsIgnoreCase(address.getScheme());
    }

    int port() {
        return address.getPort() >= 0 ? address.getPort() : isEncrypted() ? HTTPS : HTTP;
    }

    /** Without the brackets that an IPv6 address has in a URL. */
    String host() {
        var host = address.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    String target() {
        var path = address.getRawPath().isEmpty() ? "/" : address.getRawPath();
        return address.getRawQuery() == null ? path : path + "?" + address.getRawQuery();
    }

    /**
     * An address that can be called at all.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static URI requireAddress(String url) {
        URI address;
        // The JDK cannot write half of a character that has two halves.
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(url)) {
            throw new IllegalArgumentException("a webhook's URL has whole characters only: \"" + url + "\"");
        }
        try {
            address = new URI(new URI(url).toASCIIString());
        } catch (java.net.URISyntaxException wrong) {
            throw new IllegalArgumentException("\"" + url + "\" is no URL: " + wrong.getMessage(), wrong);
        }
        var scheme = address.getScheme();
        if (!"https".equalsIgnoreCase(scheme) && !"http".equalsIgnoreCase(scheme)) {
            throw new IllegalArgumentException("a webhook's URL begins with https: \"" + url + "\"");
        }
        if (address.getHost() == null || address.getRawUserInfo() != null || address.getRawFragment() != null) {
            throw new IllegalArgumentException("a webhook's URL has a host, no user and no fragment: \"" + url + "\"");
        }
        if (address.getPort() == 0 || address.getPort() > 65_535) {
            throw new IllegalArgumentException("a port is 1 to 65535: \"" + url + "\"");
        }
        return address;
    }
}
