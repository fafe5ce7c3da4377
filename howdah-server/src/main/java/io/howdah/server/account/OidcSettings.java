// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.access.Role;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A provider that knows people already, and what those whom it vouches for may do here.
 *
 * @param issuer as its tokens have it, to the letter
 * @param label what the button on the login page says
 * @param nameClaim what people are called here
 * @param groupsClaim the groups that they are in
 * @param roles which of these groups have a role; {@code *} is everybody
 */
public record OidcSettings(
        URI issuer,
        String clientId,
        String clientSecret,
        String label,
        String scopes,
        String nameClaim,
        String groupsClaim,
        Map<Role, Set<String>> roles) {
    private static final List<Role> STRONGEST_FIRST = List.of(Role.ADMIN, Role.OPERATOR, Role.APPROVER, Role.VIEWER);
    private static final String EVERYBODY = "*";

    public OidcSettings {
        if (!isSafe(issuer) || issuer.getQuery() != null || issuer.getFragment() != null) {
            throw new IllegalArgumentException("an issuer is an https URL without a query: " + issuer);
        }
        roles = Map.copyOf(roles);
        if (roles.isEmpty()) {
            throw new IllegalArgumentException("nobody would have a role");
        }
    }

    /** Whether what is sent there can be read by nobody else: encrypted, or on this machine. */
    static boolean isSafe(URI address) {
        var host = address.getHost();
        return host != null
                && ("https".equals(address.getScheme())
                        || ("http".equals(address.getScheme())
                                && List.of("127.0.0.1", "localhost").contains(host)));
    }

    /** The strongest role of somebody in these groups; nobody whom no rule names gets in. */
    Optional<Role> roleOf(Collection<String> groups) {
        return STRONGEST_FIRST.stream()
                .filter(role -> roles.getOrDefault(role, Set.of()).stream()
                        .anyMatch(named -> named.equals(EVERYBODY) || groups.contains(named)))
                .findFirst();
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return issuer + " as " + clientId;
    }
}
