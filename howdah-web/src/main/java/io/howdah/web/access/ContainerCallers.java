// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.access;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.List;
import java.util.Optional;

/**
 * Those whom the application's own security knows, by the roles {@code HOWDAH_ADMIN}, {@code HOWDAH_OPERATOR},
 * {@code HOWDAH_APPROVER} and {@code HOWDAH_VIEWER}. Nobody else gets in, and without any security nobody does.
 */
public final class ContainerCallers implements Callers {
    private static final List<Role> STRONGEST_FIRST = List.of(Role.ADMIN, Role.OPERATOR, Role.APPROVER, Role.VIEWER);

    @Override
    public Optional<Caller> callerOf(HttpServletRequest request) {
        var principal = request.getUserPrincipal();
        if (principal == null) {
            return Optional.empty();
        }
        return STRONGEST_FIRST.stream()
                .filter(role -> request.isUserInRole("HOWDAH_" + role.name()))
                .findFirst()
                .map(role -> Caller.person(principal.getName(), role, Optional.empty()));
    }

    /** Whoever has logged in already is not asked to, but told that it takes a role. */
    @Override
    public Optional<String> strangerOf(HttpServletRequest request) {
        return Optional.ofNullable(request.getUserPrincipal()).map(Principal::getName);
    }

    @Override
    public Optional<String> loginPath() {
        return Optional.empty();
    }
}
