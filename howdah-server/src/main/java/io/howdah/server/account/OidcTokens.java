// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.net.MalformedURLException;
import java.net.URI;
import java.text.ParseException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads ID tokens: signed by the provider with a key that it publishes, for us, for now, for this login. Keys are asked
 * for again when a token names one that is not known, and not more often than every 30 s. Thread-safe.
 */
final class OidcTokens {
    /** None with a secret that both sides have, and not none at all. */
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    private static final int SKEW_SECONDS = 60;
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int MOST_BYTES = 500_000;
    private static final int MOST_GROUPS = 100;
    private static final int LONGEST_SUBJECT = 255;
    private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,99}");

    private final OidcSettings settings;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    OidcTokens(OidcSettings settings, URI keys) {
        this.settings = settings;
        try {
            var source = JWKSourceBuilder.create(
                            keys.toURL(), new DefaultResourceRetriever(PATIENCE_MILLIS, PATIENCE_MILLIS, MOST_BYTES))
                    .build();
            processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, source));
        } catch (MalformedURLException wrong) {
            throw new IllegalArgumentException(wrong);
        }
        var claims = new DefaultJWTClaimsVerifier<>(
                settings.clientId(),
                new JWTClaimsSet.Builder().issuer(settings.issuer().toString()).build(),
                Set.of("sub", "exp", "iat", "nonce"));
        claims.setMaxClockSkew(SKEW_SECONDS);
        processor.setJWTClaimsSetVerifier(claims);
    }

    OidcPerson person(String token, String nonce) {
        try {
            var claims = processor.process(SignedJWT.parse(token), null);
            require(nonce.equals(claims.getStringClaim("nonce")), "its nonce is of another login");
            var party = claims.getStringClaim("azp");
            require(
                    party == null ? claims.getAudience().size() == 1 : party.equals(settings.clientId()),
                    "it was made for another client");
            var subject = String.valueOf(claims.getSubject());
            require(!subject.isBlank() && subject.length() <= LONGEST_SUBJECT, "its subject is empty or too long");
            return person(subject, claims);
        } catch (ParseException | BadJOSEException | JOSEException wrong) {
            throw OidcProvider.refused("the token does not hold: " + wrong.getMessage());
        }
    }

    private OidcPerson person(String subject, JWTClaimsSet claims) throws ParseException {
        var name = claims.getStringClaim(settings.nameClaim());
        require(name != null && !name.isBlank(), "it has no " + settings.nameClaim());
        var given = claims.getClaim(settings.groupsClaim()) instanceof List<?> list
                // Keycloak writes groups as paths.
                ? list.stream()
                        .map(group -> String.valueOf(group).replaceFirst("^/", ""))
                        .toList()
                : List.<String>of();
        var role =
                settings.roleOf(given).orElseThrow(() -> OidcProvider.refused("no role is for somebody in " + given));
        var groups = given.stream()
                .filter(group -> GROUP.matcher(group).matches())
                .distinct()
                .limit(MOST_GROUPS)
                .toList();
        return new OidcPerson(
                settings.issuer().toString(), subject, Accounts.name(name.toLowerCase(Locale.ROOT)), role, groups);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw OidcProvider.refused("the token does not hold: " + otherwise);
        }
    }
}
