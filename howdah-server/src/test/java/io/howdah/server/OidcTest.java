// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.server.account.Accounts;
import io.howdah.server.account.Keys;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import io.howdah.web.access.Role;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Logging in by way of a provider, and what must not get in that way. */
@HowdahTest
class OidcTest {
    private final TestDatabase database;
    private final TestClock clock;
    private final TestProvider provider = new TestProvider();
    private final Web web = Web.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final Browser ada = new Browser();
    private final Replica replica;

    OidcTest(TestDatabase database, TestClock clock) {
        this.database = database;
        this.clock = clock;
        var address = DatabaseAddress.of(database.jdbcUrl(), database.user(), database.password());
        this.replica = Replica.open(address, "howdah", "one", Duration.ofSeconds(5));
        replica.letIn(LoginSettings.from(environment()));
        web.serve(replica, Web.Trust.NOBODY);
    }

    private Map<String, String> environment() {
        var environment = new HashMap<String, String>();
        environment.put(LoginSettings.ISSUER, provider.issuer());
        environment.put(LoginSettings.CLIENT_ID, TestProvider.CLIENT);
        environment.put(LoginSettings.CLIENT_SECRET, TestProvider.SECRET);
        environment.put(LoginSettings.ADMINS, "platform");
        environment.put(LoginSettings.OPERATORS, "sre, on-call");
        environment.put(LoginSettings.PASSWORDS, "off");
        return environment;
    }

    @AfterEach
    void close() {
        ada.close();
        replica.close();
        web.close();
        provider.close();
    }

    @Test
    void whoever_the_provider_vouches_for_has_an_account_with_the_role_of_its_groups() {
        assertThat(ada.get(here("/login")).body()).contains("log in with").doesNotContain("type=\"password\"");
        assertThat(logIn(ada).headers().allValues("Set-Cookie"))
                .hasSize(2)
                .anySatisfy(cookie -> assertThat(cookie).startsWith("howdah=").contains("HttpOnly", "SameSite=Lax"))
                .anySatisfy(cookie ->
                        assertThat(cookie).startsWith("howdah-login=;").contains("Max-Age=0"));
        assertThat(ada.get(here("/")).body()).contains("ada", "operator");
        assertThat(ada.get(here("/users")).statusCode()).isEqualTo(403);

        // The same person by another name, in other groups, while the provider has changed its keys.
        provider.loggedIn(new TestProvider.Person("1", "Ada.Lovelace", List.of("platform", "no such name!")));
        provider.changeKey();
        clock.advance(Duration.ofDays(8));
        assertThat(ada.get(here("/")).statusCode()).isEqualTo(303);
        logIn(ada);

        assertThat(ada.get(here("/users")).statusCode()).isEqualTo(200);
        assertThat(database.query("select name, role, groups::text, password_hash is null from howdah.account"))
                .containsExactly(List.of("ada", "admin", "{platform}", true));
        var written = database.query("""
            select subject, outcome from howdah.audit join howdah.audit_outcome on audit_id = id
            where action = 'session.oidc' order by id
            """);
        assertThat(written).containsExactly(List.of("ada", "done"), List.of("ada.lovelace", "done"));
        database.execute("update howdah.account set disabled_at = now()");
        assertThat(logIn(ada).statusCode()).isEqualTo(403);
    }

    @Test
    void a_name_or_a_missing_role_gives_nobody_an_account() {
        var db = Db.of(database.dataSource(), SchemaName.DEFAULT);
        var link = new Accounts(db).loginLink("ada", Role.ADMIN);
        assertThat(logIn(ada).statusCode()).as("the name is somebody else's").isEqualTo(409);
        assertThat(ada.get(here("/")).statusCode()).isEqualTo(303);

        provider.loggedIn(new TestProvider.Person("2", "Bob", List.of("sales")));
        assertThat(logIn(ada).statusCode()).as("no role is for sales").isEqualTo(403);
        assertThat(ada.post(here("/login"), "name", "ada", "password", "x").statusCode())
                .as("passwords are off")
                .isEqualTo(403);
        var key = new Keys(db).create("test", Role.ADMIN, "test", Optional.empty());
        assertThat(Commands.on(web, key).run(5, "users", "create", "eve", "--role", "admin"))
                .first()
                .asString()
                .contains("(login-refused)");
        assertThat(replica.firstLink()).isEmpty();
        assertThat(database.query("select name from howdah.account")).containsExactly(List.of("ada"));
        assertThat(ada.post(here("/link"), "token", link).statusCode()).isEqualTo(303);

        Commands.on(web, key).run(0, "users", "bind", "ada", "1");
        provider.loggedIn(new TestProvider.Person("1", "Ada", List.of("on-call")));
        assertThat(logIn(ada).statusCode())
                .as("an admin says that they are the same")
                .isEqualTo(303);
        assertThat(database.query("select name, role from howdah.account")).containsExactly(List.of("ada", "operator"));
    }

    @Test
    void no_token_but_one_of_this_provider_for_us_for_now_for_this_login_lets_anybody_in() {
        Function<JWTClaimsSet, String> rightly = provider::signed;
        var lies = new LinkedHashMap<String, Runnable>();
        lies.put("another nonce", () -> lie(said -> said.claim("nonce", "guessed"), rightly));
        lies.put("no nonce", () -> lie(said -> said.claim("nonce", null), rightly));
        lies.put("another audience", () -> lie(said -> said.audience("another client"), rightly));
        lies.put(
                "others too, and nobody says for whom",
                () -> lie(said -> said.audience(List.of(TestProvider.CLIENT, "another")), rightly));
        lies.put("made for another", () -> lie(said -> said.claim("azp", "another"), rightly));
        lies.put("another issuer", () -> lie(said -> said.issuer("https://evil.example"), rightly));
        lies.put("expired", () -> lie(said -> said.expirationTime(secondsFromNow(-120)), rightly));
        lies.put("without an end", () -> lie(said -> said.expirationTime(null), rightly));
        lies.put("without a subject", () -> lie(said -> said.subject(null), rightly));
        lies.put("unsigned", () -> lie(said -> said, said -> new PlainJWT(said).serialize()));
        lies.put("signed by somebody else", () -> {
            var other = TestProvider.newKey();
            lie(said -> said, said -> provider.signedBy(other, said));
        });
        lies.put("signed with our secret", () -> lie(said -> said, said -> mac(TestProvider.SECRET.repeat(3), said)));
        lies.put("signed with the public key", () -> lie(said -> said, said -> mac(provider.publicKey(), said)));
        lies.put("changed after it was signed", () -> lie(said -> said, said -> tampered(provider.signed(said))));
        lies.put("no token", () -> lie(said -> said, said -> "x"));

        lies.forEach((name, lie) -> {
            lie.run();
            assertThat(logIn(ada).statusCode()).as(name).isEqualTo(403);
            assertThat(ada.get(here("/")).statusCode()).as(name).isEqualTo(303);
        });
        assertThat(database.query("select name from howdah.account")).isEmpty();
        provider.tellTheTruth();
        assertThat(logIn(ada).statusCode()).isEqualTo(303);
    }

    @Test
    void an_answer_is_taken_once_from_the_browser_that_asked_in_time() {
        var back = comeBack(ada);
        try (var eve = new Browser()) {
            assertThat(eve.get(back).statusCode()).as("another browser").isEqualTo(403);
        }
        assertThat(ada.get(back).statusCode()).as("which spoils nothing").isEqualTo(303);

        var guessed = comeBack(ada).replaceFirst("state=[^&]+", "state=guessed");
        assertThat(ada.get(guessed).statusCode()).as("another state").isEqualTo(403);

        var late = comeBack(ada);
        clock.advance(Duration.ofMinutes(11));
        assertThat(ada.get(late).statusCode()).as("too late").isEqualTo(403);

        var stolen = comeBack(ada);
        assertThat(ada.get(stolen + "&iss=https%3A%2F%2Fevil.example").statusCode())
                .as("another provider")
                .isEqualTo(403);
        var cookie = ada.cookie();
        assertThat(ada.get(stolen).statusCode()).as("the first time").isEqualTo(303);
        assertThat(ada.get(here("/")).statusCode()).isEqualTo(200);
        try (var eve = new Browser()) {
            assertThat(eve.get(stolen).statusCode()).as("replayed").isEqualTo(403);
            var withCookie = HttpRequest.newBuilder(URI.create(stolen)).header("Cookie", cookie);
            assertThat(eve.send(withCookie).statusCode())
                    .as("replayed with all of it")
                    .isEqualTo(403);
            assertThat(eve.get(here("/login/oidc/callback?error=access_denied&state=x"))
                            .statusCode())
                    .isEqualTo(403);
        }
        provider.close();
    }

    @Test
    void whoever_begins_very_many_logins_keeps_nobody_out_and_leaves_nothing_behind() {
        var before = comeBack(ada);
        try (var stranger = new Browser()) {
            for (int i = 0; i < 300; i++) {
                assertThat(stranger.get(here("/login/oidc")).statusCode()).isEqualTo(303);
            }
            assertThat(stranger.get(here("/login/oidc/callback?code=x&state=y")).statusCode())
                    .isEqualTo(403);
        }
        assertThat(database.query("select * from howdah.oidc_used")).isEmpty();
        assertThat(ada.get(before).statusCode()).isEqualTo(303);
        assertThat(database.query("select * from howdah.oidc_used")).hasSize(1);
        clock.advance(Duration.ofMinutes(11));
        assertThat(logIn(ada).statusCode()).isEqualTo(303);
        assertThat(database.query("select * from howdah.oidc_used"))
                .as("the first is forgotten")
                .hasSize(1);
    }

    @Test
    void a_login_that_was_not_sealed_here_is_none() {
        var back = comeBack(ada);
        var sealed = ada.cookie();
        var last = sealed.charAt(sealed.length() - 3) == 'A' ? "B" : "A";
        var tampered = sealed.substring(0, sealed.length() - 3) + last + sealed.substring(sealed.length() - 2);
        try (var eve = new Browser()) {
            for (var cookie :
                    List.of(tampered, "howdah-login=", "howdah-login=x", "howdah-login=" + "A".repeat(5000))) {
                var request = HttpRequest.newBuilder(URI.create(back)).header("Cookie", cookie);
                assertThat(eve.send(request).statusCode()).as(cookie).isEqualTo(403);
            }
        }
        assertThat(ada.get(back).statusCode()).isEqualTo(303);
    }

    private void lie(UnaryOperator<JWTClaimsSet.Builder> said, Function<JWTClaimsSet, String> signing) {
        provider.lie(said, signing);
    }

    private HttpResponse<String> logIn(Browser browser) {
        return browser.get(comeBack(browser));
    }

    /** To the provider, and the address that it sends the browser back to. */
    private String comeBack(Browser browser) {
        var there = browser.get(here("/login/oidc"))
                .headers()
                .firstValue("Location")
                .orElseThrow();
        assertThat(there).startsWith(provider.issuer() + "/authorize?").contains("code_challenge=", "scope=openid");
        try (var elsewhere = new Browser()) {
            return elsewhere.get(there).headers().firstValue("Location").orElseThrow();
        }
    }

    private static Date secondsFromNow(int seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }

    private static String mac(String secret, JWTClaimsSet content) {
        try {
            var token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), content);
            token.sign(new MACSigner(secret.getBytes(UTF_8)));
            return token.serialize();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String tampered(String token) {
        var parts = token.split("\\.");
        var content = new String(Base64.getUrlDecoder().decode(parts[1]), UTF_8).replace("sre", "platform");
        parts[1] = Base64.getUrlEncoder().withoutPadding().encodeToString(content.getBytes(UTF_8));
        return String.join(".", parts);
    }

    private String here(String path) {
        return "http://127.0.0.1:" + web.port() + path;
    }
}
