// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.util.Map;
import picocli.CommandLine.Mixin;

/** Which of many deliveries. */
final class ManyDeliveries {
    @Mixin
    private Many many = new Many();

    @Mixin
    private DeliveryChoices choices = new DeliveryChoices();

    Many many() {
        return many;
    }

    Map<String, Object> body() {
        return choices.body();
    }
}
