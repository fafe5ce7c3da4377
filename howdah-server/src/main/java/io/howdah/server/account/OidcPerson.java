// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.access.Role;
import java.util.List;

/**
 * Somebody whom a provider vouches for.
 *
 * @param subject what the provider never gives to anybody else
 * @param name what people call them
 */
record OidcPerson(String issuer, String subject, String name, Role role, List<String> groups) {}
