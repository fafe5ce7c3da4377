// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import java.time.Instant;
import java.util.Optional;

/** Something that happened to a request. Written once and sealed with the step before it. */
public record ApprovalStep(
        int number, Instant at, String action, String actor, Optional<String> actingFor, Optional<String> comment) {}
