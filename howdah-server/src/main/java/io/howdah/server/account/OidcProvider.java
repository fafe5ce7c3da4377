// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.web.WebException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A provider as it is talked to: where its parts are is asked once an hour, what its answers say is believed only as
 * far as {@link OidcTokens} finds it signed. Thread-safe.
 */
final class OidcProvider {
    private static final Logger log = LoggerFactory.getLogger(OidcProvider.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration REMEMBERED = Duration.ofHours(1);
    private static final int MOST_BYTES = 500_000;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final OidcSettings settings;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(PATIENCE)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private volatile @Nullable Parts parts;

    OidcProvider(OidcSettings settings) {
        this.settings = settings;
    }

    /** Where the browser is sent. */
    URI authorization(OidcSeal.Login login, String challenge) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", settings.clientId());
        query.put("redirect_uri", login.redirect());
        query.put("scope", settings.scopes());
        query.put("state", login.state().text());
        query.put("nonce", login.nonce());
        query.put("code_challenge", challenge);
        query.put("code_challenge_method", "S256");
        var endpoint = parts().authorization().toString();
        return URI.create(endpoint + (endpoint.contains("?") ? "&" : "?") + form(query));
    }

    /** Whom the code that came back stands for. */
    OidcPerson person(String code, OidcSeal.Login login) {
        Map<String, String> body = new LinkedHashMap<>();
        body.put("grant_type", "authorization_code");
        body.put("code", code);
        body.put("redirect_uri", login.redirect());
        body.put("code_verifier", login.verifier());
        var parts = parts();
        var request = HttpRequest.newBuilder(parts.token()).header("Content-Type", "application/x-www-form-urlencoded");
        if (parts.secretInForm()) {
            body.put("client_id", settings.clientId());
            body.put("client_secret", settings.clientSecret());
        } else {
            request.header("Authorization", "Basic " + credentials());
        }
        request.POST(BodyPublishers.ofString(form(body)));
        var token = answer(request, "its answer to the code").path("id_token").asString("");
        return parts.tokens().person(token, login.nonce());
    }

    /** As RFC 6749 has it: each part is encoded as in a form first. */
    private String credentials() {
        var pair = encoded(settings.clientId()) + ":" + encoded(settings.clientSecret());
        return Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
    }

    private Parts parts() {
        var known = parts;
        if (known != null && known.until().isAfter(Instant.now())) {
            return known;
        }
        var found = discovered();
        parts = found;
        return found;
    }

    private Parts discovered() {
        var base = settings.issuer().toString().replaceFirst("/$", "");
        var place = URI.create(base + "/.well-known/openid-configuration");
        var said = answer(HttpRequest.newBuilder(place).GET(), "what it says of itself");
        if (!said.path("issuer").asString("").equals(settings.issuer().toString())) {
            throw refused("it calls itself " + said.path("issuer").asString("nothing"));
        }
        return new Parts(
                address(said, "authorization_endpoint"),
                address(said, "token_endpoint"),
                secretInForm(said.path("token_endpoint_auth_methods_supported")),
                new OidcTokens(settings, address(said, "jwks_uri")),
                Instant.now().plus(REMEMBERED));
    }

    /** A header is what all must take unless they say otherwise. */
    private static boolean secretInForm(JsonNode methods) {
        var known = methods.valueStream().map(method -> method.asString("")).toList();
        return known.contains("client_secret_post") && !known.contains("client_secret_basic");
    }

    private static URI address(JsonNode said, String name) {
        try {
            var address = URI.create(said.path(name).asString(""));
            if (OidcSettings.isSafe(address)) {
                return address;
            }
        } catch (IllegalArgumentException none) {
            log.debug("The provider's {} is no address", name, none);
        }
        throw refused("its " + name + " is missing or not https");
    }

    private JsonNode answer(HttpRequest.Builder request, String what) {
        try {
            var response = client.send(
                    request.timeout(PATIENCE)
                            .header("Accept", "application/json")
                            .build(),
                    BodyHandlers.ofInputStream());
            try (var stream = response.body()) {
                var body = stream.readNBytes(MOST_BYTES);
                if (response.statusCode() != 200) {
                    throw refused(what + " has status " + response.statusCode());
                }
                return MAPPER.readTree(body);
            }
        } catch (JacksonException notJson) {
            throw refused(what + " is no JSON");
        } catch (IOException away) {
            log.warn("The provider {} cannot be reached: {}", settings.issuer(), away.toString());
            throw WebException.loginUnavailable();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw WebException.loginUnavailable();
        }
    }

    /** Why is for whoever reads the log: the page that says it is open to everybody. */
    static WebException refused(String why) {
        log.warn("A login by way of the provider was refused: {}", why);
        return WebException.loginRefused("The provider's answer was refused; the replica's log says why.");
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private record Parts(URI authorization, URI token, boolean secretInForm, OidcTokens tokens, Instant until) {}
}
