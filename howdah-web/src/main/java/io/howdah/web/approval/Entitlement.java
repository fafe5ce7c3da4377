// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

/**
 * What somebody may do to a request that is pending, as its rules have it; whoever presses the button is asked again.
 *
 * @param vote whether they may vote, and have not yet
 * @param breakGlass whether they may approve it alone, in an emergency
 */
public record Entitlement(boolean vote, boolean breakGlass) {
    static final Entitlement NONE = new Entitlement(false, false);
}
