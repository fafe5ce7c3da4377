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

/** The code of the guides from Spring AMQP and from events of Spring Modulith, in a whole application. */
@HowdahTest
class MovedTest {
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import({
        Moved.Topology.class,
        Moved.Checkout.class,
        Moved.Bridge.class,
        Moved.OrderManagement.class,
        Moved.Inventory.class
    })
    static class Application {}

    @Test
    void what_came_by_rabbitmq_and_by_modulith_comes_by_howdah(TestDatabase database) {
        database.execute("create table placed (id int primary key)");
        Mailer.SENT.clear();
        try (var context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + database.jdbcUrl(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password(),
                        "spring.datasource.hikari.maximum-pool-size=20",
                        "spring.datasource.hikari.minimum-idle=0",
                        "spring.main.banner-mode=off")
                .run()) {
            var checkout = context.getBean(Moved.Checkout.class);
            checkout.place(new Moved.Order(1, "eu"));
            assertThatThrownBy(() -> checkout.place(new Moved.Order(1, "eu")))
                    .isInstanceOf(DuplicateKeyException.class);
            var bridge = context.getBean(Moved.Bridge.class);
            bridge.bridge(new Moved.Order(2, "eu"), "a7");
            bridge.bridge(new Moved.Order(2, "eu"), "a7");
            context.getBean(Moved.OrderManagement.class).complete(3);

            Await.until("all was done", () -> Mailer.SENT.size() >= 3);
            assertThat(Mailer.SENT).containsExactlyInAnyOrder("bill of order 1", "bill of order 2", "stock of order 3");
            assertThat(database.one("select count(*) from howdah.work_body", Long.class))
                    .as("nothing was sent twice")
                    .isEqualTo(3);
        } finally {
            database.execute("drop table placed");
        }
    }
}
