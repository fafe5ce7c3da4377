// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import java.time.Instant;

/** Something that came in, could not be taken in, and waits for somebody. */
public record MalformedRow(String id, String producer, String code, String reason, Instant receivedAt, int bytes) {}
