// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples.orders;

import io.howdah.approval.ApprovalPolicy;
import io.howdah.approval.ApprovalRequest;
import io.howdah.approval.Approvals;
import io.howdah.approval.Approvers;
import io.howdah.approval.Occasion;
import io.howdah.job.JobType;
import io.howdah.job.Jobs;
import io.howdah.log.EventLog;
import io.howdah.log.NewEvent;
import io.howdah.notification.Intent;
import io.howdah.notification.Notifications;
import io.howdah.notification.Recipient;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Takes orders. The row, the event, the webhook and the job or the approval exist together, or none of them does. */
@Component
class Orders {
    static final JobType<Order> SHIP = JobType.of("ship", Order.class);
    static final ApprovalPolicy SALES = ApprovalPolicy.of(1, Approvers.groups("sales"));

    private final JdbcClient database;
    private final Jobs jobs;
    private final EventLog log;
    private final Notifications notifications;
    private final Approvals approvals;

    Orders(JdbcClient database, Jobs jobs, EventLog log, Notifications notifications, Approvals approvals) {
        this.database = database;
        this.jobs = jobs;
        this.log = log;
        this.notifications = notifications;
        this.approvals = approvals;
    }

    @Transactional
    public void place(Order order) {
        database.sql("insert into orders (number, customer, euros) values (?, ?, ?)")
                .params(order.number(), order.customer(), order.euros())
                .update();
        log.append(OrdersApplication.PLACED, NewEvent.of("order-placed", order).key(order.customer()));
        notifications.notify(Intent.of("shop", "order-" + order.number(), "order.placed")
                .to(Recipient.subscribers())
                .data(Map.of("order", order.number(), "euros", order.euros())));
        if (order.isBig()) {
            approvals.request(ApprovalRequest.of("order/" + order.number(), order.customer(), SALES)
                    .on(Occasion.APPROVED, SHIP, order));
        } else {
            jobs.enqueue(SHIP, order);
        }
    }
}
