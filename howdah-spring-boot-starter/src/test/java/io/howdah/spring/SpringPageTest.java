// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;
import org.springframework.dao.DuplicateKeyException;

/** The application of docs/spring.md: a whole one, with one dependency and a DataSource. */
@HowdahTest
class SpringPageTest {
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Orders.class)
    static class Application {}

    @Test
    void an_order_and_its_receipt_commit_together_or_not_at_all(TestDatabase database) {
        database.execute("create table orders (id int primary key)");
        Mailer.SENT.clear();
        try (var context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + database.jdbcUrl(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password(),
                        "spring.main.banner-mode=off")
                .run()) {
            var orders = context.getBean(Orders.class);

            orders.place(1);
            assertThatThrownBy(() -> orders.place(1)).isInstanceOf(DuplicateKeyException.class);
            orders.place(2);

            Await.until("two receipts were sent", () -> Mailer.SENT.size() == 2);
            assertThat(Mailer.SENT).containsExactlyInAnyOrder("receipt of order 1", "receipt of order 2");
            assertThat(database.query("select id from howdah.work_body")).hasSize(2);
        } finally {
            database.execute("drop table orders");
        }
    }
}
