// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import java.util.List;

/**
 * A delivery and what was tried.
 *
 * @param attempts oldest first; they are kept for a shorter time than the delivery
 */
public record DeliveryFound(DeliveryRow delivery, List<DeliveryTry> attempts) {}
