// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.WebException;
import java.util.Optional;

/**
 * How people can log in.
 *
 * @param passwords whether by name and password; keys of programs are another matter
 * @param provider who vouches for people, if anybody does
 */
public record LoginWays(boolean passwords, Optional<OidcSettings> provider) {
    public static final LoginWays STANDARD = new LoginWays(true, Optional.empty());

    public LoginWays {
        if (!passwords && provider.isEmpty()) {
            throw new IllegalArgumentException("without passwords and without a provider nobody could log in");
        }
    }

    void requirePasswords() {
        if (!passwords) {
            throw WebException.loginRefused(
                    "Nobody logs in by password here; the provider's people get an account when they log in.");
        }
    }

    OidcSettings requireProvider() {
        return provider.orElseThrow(() -> WebException.notFound("No provider is set up to log in by."));
    }
}
