// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples.orders;

import io.howdah.spring.LogListener;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What each customer has spent, projected from the log: each order counts exactly once. */
@Component
class Revenue {
    private final JdbcClient database;

    Revenue(JdbcClient database) {
        this.database = database;
    }

    @LogListener(topic = "orders", group = "revenue")
    void add(List<Order> placed) {
        for (var order : placed) {
            database.sql("""
                    insert into revenue values (?, ?)
                    on conflict (customer) do update set euros = revenue.euros + excluded.euros
                    """).params(order.customer(), order.euros()).update();
        }
    }

    long of(String customer) {
        return database.sql("select coalesce(sum(euros), 0) from revenue where customer = ?")
                .param(customer)
                .query(Long.class)
                .single();
    }
}
