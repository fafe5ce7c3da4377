// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static io.howdah.test.HowdahAssertions.assertEnqueued;
import static io.howdah.test.HowdahAssertions.enqueued;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.jdbc.Sql;

// snippet: testing-spring
@HowdahTest
@SpringBootTest(classes = OrdersApplication.class)
@Sql(statements = "create table if not exists orders (id int primary key); truncate orders")
class OrdersSpringTest {
    @Autowired
    Orders orders;

    @Test
    void an_order_has_one_receipt(Howdah howdah) {
        orders.place(1);
        assertThatThrownBy(() -> orders.place(1)); // there is one: this is rolled back, and its receipt with it

        assertEnqueued(howdah, Orders.SEND_RECEIPT, new Orders.SendReceipt(1));
        assertThat(enqueued(howdah, Orders.SEND_RECEIPT)).hasSize(1);

        howdah.drain();
        assertThat(Mailer.SENT).contains("receipt of order 1");
    }
}
// end
