// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A provider of OpenID Connect over HTTP, with keys and signatures of its own. It checks what providers check: the
 * client's secret, the redirection, the code's verifier, and that a code is used once. It lies when it is told to.
 */
final class TestProvider implements AutoCloseable {
    static final String CLIENT = "howdah client";
    static final String SECRET = "s3cret/with+signs&";

    private final HttpServer server;
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
    private final AtomicReference<RSAKey> key = new AtomicReference<>(newKey());
    private volatile Person person = new Person("1", "Ada", List.of("sre"));
    private volatile UnaryOperator<JWTClaimsSet.Builder> claims = UnaryOperator.identity();
    private volatile Function<JWTClaimsSet, String> signature = this::signed;

    /** Whoever sits at the provider's login page. */
    record Person(String subject, String name, List<String> groups) {}

    TestProvider() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/.well-known/openid-configuration", exchange -> answer(exchange, 200, description()));
        server.createContext("/keys", exchange -> answer(exchange, 200, published()));
        server.createContext("/authorize", this::authorize);
        server.createContext("/token", this::token);
        server.start();
    }

    String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void loggedIn(Person somebody) {
        person = somebody;
    }

    /** What its tokens say, and how they are signed, from now on. */
    void lie(UnaryOperator<JWTClaimsSet.Builder> said, Function<JWTClaimsSet, String> signing) {
        claims = said;
        signature = signing;
    }

    void tellTheTruth() {
        lie(UnaryOperator.identity(), this::signed);
    }

    void changeKey() {
        key.set(newKey());
    }

    static RSAKey newKey() {
        try {
            return new RSAKeyGenerator(2048).keyID(UUID.randomUUID().toString()).generate();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    String signed(JWTClaimsSet content) {
        return signed(content, key.get(), key.get().getKeyID());
    }

    /** Signed by somebody else's key, which it says is ours. */
    String signedBy(RSAKey other, JWTClaimsSet content) {
        return signed(content, other, key.get().getKeyID());
    }

    private static String signed(JWTClaimsSet content, RSAKey by, String name) {
        try {
            JWSSigner signer = new RSASSASigner(by);
            var token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(name).build(), content);
            token.sign(signer);
            return token.serialize();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    String publicKey() {
        try {
            return Base64.getEncoder().encodeToString(key.get().toPublicKey().getEncoded());
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private String description() {
        var parts = "'issuer':'%1$s','authorization_endpoint':'%1$s/authorize','token_endpoint':'%1$s/token'";
        return ("{" + parts + ",'jwks_uri':'%1$s/keys'}").replace('\'', '"').formatted(issuer());
    }

    private String published() {
        return new JWKSet(key.get().toPublicJWK()).toString();
    }

    private void authorize(HttpExchange exchange) throws IOException {
        var asked = fields(exchange.getRequestURI().getRawQuery());
        if (!"code".equals(asked.get("response_type"))
                || !CLIENT.equals(asked.get("client_id"))
                || !"S256".equals(asked.get("code_challenge_method"))) {
            answer(exchange, 400, "{}");
            return;
        }
        var code = UUID.randomUUID().toString();
        codes.put(code, asked);
        exchange.getResponseHeaders()
                .add("Location", asked.get("redirect_uri") + "?code=" + code + "&state=" + asked.get("state"));
        answer(exchange, 302, "");
    }

    private void token(HttpExchange exchange) throws IOException {
        var given = fields(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
        var asked = codes.remove(given.getOrDefault("code", ""));
        var expected =
                "Basic " + Base64.getEncoder().encodeToString("howdah+client:s3cret%2Fwith%2Bsigns%26".getBytes(UTF_8));
        if (asked == null
                || !expected.equals(exchange.getRequestHeaders().getFirst("Authorization"))
                || !Objects.equals(asked.get("redirect_uri"), given.get("redirect_uri"))
                || !Objects.equals(asked.get("code_challenge"), challenge(given.getOrDefault("code_verifier", "")))) {
            answer(exchange, 400, "{\"error\":\"invalid_grant\"}");
            return;
        }
        var now = Instant.now();
        var content = claims.apply(new JWTClaimsSet.Builder()
                .issuer(issuer())
                .subject(person.subject())
                .audience(CLIENT)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(300)))
                .claim("nonce", asked.get("nonce"))
                .claim("preferred_username", person.name())
                .claim("groups", person.groups()));
        answer(exchange, 200, "{\"token_type\":\"Bearer\",\"id_token\":\"" + signature.apply(content.build()) + "\"}");
    }

    private static Map<String, String> fields(String form) {
        return Arrays.stream(form.split("&"))
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(field -> field[0], field -> URLDecoder.decode(field[1], UTF_8)));
    }

    private static String challenge(String verifier) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            var bytes = body.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
