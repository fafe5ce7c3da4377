// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import java.time.Instant;
import java.util.Optional;

/** A transaction that somebody holds open. */
public record OpenTransaction(
        String holder,
        String role,
        String application,
        String address,
        String state,
        Optional<Instant> since,
        String query) {}
