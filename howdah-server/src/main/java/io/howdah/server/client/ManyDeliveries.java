// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which of many deliveries. */
final class ManyDeliveries {
    @Option(names = "--all", description = "All dead ones that match.")
    private boolean all;

    @Option(names = "--dry-run", description = "Only say how many.")
    private boolean dryRun;

    @Mixin
    private DeliveryChoices choices = new DeliveryChoices();

    boolean isAll() {
        return all;
    }

    boolean isDryRun() {
        return dryRun;
    }

    Map<String, Object> body() {
        var body = choices.body();
        body.put("dryRun", dryRun);
        return body;
    }
}
