// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples.orders;

import io.howdah.notification.DeliveryOptions;
import io.howdah.notification.Notifications;
import io.howdah.spring.JobHandler;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What happens afterwards, in whichever process gets to it. */
@Component
class Shipping {
    private final JdbcClient database;

    Shipping(JdbcClient database, Notifications notifications, @Value("${orders.webhook-network:}") String network) {
        this.database = database;
        var options = DeliveryOptions.defaults();
        // Webhooks go to public addresses; a network of one's own has to be named.
        notifications.deliver(network.isBlank() ? options : options.allowNetwork(network));
    }

    /** At least once: to ship what is shipped changes nothing. */
    @JobHandler("ship")
    void ship(Order order) {
        database.sql("update orders set shipped = true where number = ?")
                .param(order.number())
                .update();
    }
}
