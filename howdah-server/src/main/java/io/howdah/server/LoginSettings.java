// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.server.account.LoginWays;
import io.howdah.server.account.OidcSettings;
import io.howdah.web.access.Role;
import java.net.URI;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** How people log in, as the environment says. */
final class LoginSettings {
    static final String PASSWORDS = "HOWDAH_PASSWORDS";
    static final String ISSUER = "HOWDAH_OIDC_ISSUER";
    static final String CLIENT_ID = "HOWDAH_OIDC_CLIENT_ID";
    static final String CLIENT_SECRET = "HOWDAH_OIDC_CLIENT_SECRET";
    static final String CLIENT_SECRET_FILE = "HOWDAH_OIDC_CLIENT_SECRET_FILE";
    static final String LABEL = "HOWDAH_OIDC_LABEL";
    static final String SCOPES = "HOWDAH_OIDC_SCOPES";
    static final String NAME_CLAIM = "HOWDAH_OIDC_NAME_CLAIM";
    static final String GROUPS_CLAIM = "HOWDAH_OIDC_GROUPS_CLAIM";
    static final String ADMINS = "HOWDAH_OIDC_ADMINS";
    static final String OPERATORS = "HOWDAH_OIDC_OPERATORS";
    static final String APPROVERS = "HOWDAH_OIDC_APPROVERS";
    static final String VIEWERS = "HOWDAH_OIDC_VIEWERS";

    static final String STANDARD_LABEL = "log in with your company's account";
    static final String STANDARD_SCOPES = "openid profile";
    static final String STANDARD_NAME_CLAIM = "preferred_username";
    static final String STANDARD_GROUPS_CLAIM = "groups";

    private static final Map<Role, String> BY_ROLE =
            Map.of(Role.ADMIN, ADMINS, Role.OPERATOR, OPERATORS, Role.APPROVER, APPROVERS, Role.VIEWER, VIEWERS);

    private LoginSettings() {}

    static LoginWays from(Map<String, String> environment) {
        try {
            return new LoginWays(passwords(environment), provider(environment));
        } catch (IllegalArgumentException wrong) {
            throw CommandException.withCode(
                    2, "Nobody can log in as HOWDAH_OIDC_… and " + PASSWORDS + " say: " + wrong.getMessage());
        }
    }

    private static boolean passwords(Map<String, String> environment) {
        return switch (environment.getOrDefault(PASSWORDS, "on")) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new IllegalArgumentException(PASSWORDS + " is on or off");
        };
    }

    private static Optional<OidcSettings> provider(Map<String, String> environment) {
        Variables.checkParts(environment, ISSUER);
        var issuer = environment.get(ISSUER);
        if (issuer == null) {
            return Optional.empty();
        }
        return Optional.of(new OidcSettings(
                URI.create(issuer),
                require(environment, CLIENT_ID),
                secret(environment),
                environment.getOrDefault(LABEL, STANDARD_LABEL),
                environment.getOrDefault(SCOPES, STANDARD_SCOPES),
                environment.getOrDefault(NAME_CLAIM, STANDARD_NAME_CLAIM),
                environment.getOrDefault(GROUPS_CLAIM, STANDARD_GROUPS_CLAIM),
                roles(environment)));
    }

    private static Map<Role, Set<String>> roles(Map<String, String> environment) {
        var roles = new EnumMap<Role, Set<String>>(Role.class);
        BY_ROLE.forEach((role, variable) -> {
            var groups = Arrays.stream(environment.getOrDefault(variable, "").split(",", -1))
                    .map(String::strip)
                    .filter(group -> !group.isEmpty())
                    .collect(Collectors.toUnmodifiableSet());
            if (!groups.isEmpty()) {
                roles.put(role, groups);
            }
        });
        if (roles.isEmpty()) {
            throw new IllegalArgumentException("nobody would have a role; set " + ADMINS + ", " + OPERATORS + ", "
                    + APPROVERS + " or " + VIEWERS + " to groups of the provider, or to *");
        }
        return roles;
    }

    private static String secret(Map<String, String> environment) {
        return SecretSetting.of(environment, CLIENT_SECRET, CLIENT_SECRET_FILE)
                .orElseGet(() -> require(environment, CLIENT_SECRET));
    }

    private static String require(Map<String, String> environment, String variable) {
        var value = environment.get(variable);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(ISSUER + " is set, and " + variable + " is not");
        }
        return value;
    }
}
