// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.job.JobType;
import io.howdah.job.Jobs;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** What docs/spring.md shows. */
// snippet: spring
@Component
class Orders {
    record SendReceipt(int order) {}

    static final JobType<SendReceipt> SEND_RECEIPT = JobType.of("send-receipt", SendReceipt.class);

    private final JdbcClient database;
    private final Jobs jobs;

    Orders(JdbcClient database, Jobs jobs) {
        this.database = database;
        this.jobs = jobs;
    }

    @Transactional
    public void place(int order) {
        database.sql("insert into orders values (?)").param(order).update();
        jobs.enqueue(SEND_RECEIPT, new SendReceipt(order)); // commits with the order, or not at all
    }

    @JobHandler("send-receipt")
    void send(SendReceipt receipt) {
        Mailer.send("receipt of order " + receipt.order());
    }
}
// end
