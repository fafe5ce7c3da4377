// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.job.schedule.Schedules;
import io.howdah.log.EventLog;
import io.howdah.log.NewEvent;
import io.howdah.queue.Messages;
import io.howdah.queue.QueueName;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.dao.DuplicateKeyException;

/** The applications of docs/spring.md: whole ones, with one dependency and a DataSource. */
@HowdahTest
class SpringPageTest {
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import({Shop.class, Shop.Limits.class})
    static class ShopApplication {}

    @Test
    void an_order_and_its_receipt_commit_together_or_not_at_all(TestDatabase database) {
        database.execute("create table orders (id int primary key)");
        Mailer.SENT.clear();
        try (var context = run(OrdersApplication.class, database)) {
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

    @Test
    void every_annotation_does_what_the_page_says(TestDatabase database) {
        database.execute("create table revenue (total bigint); insert into revenue values (0)");
        Mailer.SENT.clear();
        try (var context = run(ShopApplication.class, database)) {
            var shop = context.getBean(Shop.class);

            context.getBean(Messages.class).send(QueueName.of("mail", Shop.Mail.class), new Shop.Mail("hello"));
            context.getBean(Schedules.class).runNow("nightly-report");
            context.getBean(EventLog.class)
                    .append(
                            Shop.ORDERS,
                            NewEvent.of("placed", new Shop.OrderPlaced(1, 25)).key("1"));
            shop.invoice(new Shop.Order(7));
            shop.export("Ada");
            shop.place(7);

            Await.until("all was sent", () -> Mailer.SENT.size() == 6);
            assertThat(Mailer.SENT)
                    .contains(
                            "hello", "invoice of order 7", "export for Ada", "order 7 is on its way", "leading billing")
                    .anyMatch(sent -> sent.startsWith("report of "));
            Await.until("it was added", () -> database.one("select total from revenue", Long.class) == 25);
        } finally {
            database.execute("drop table revenue");
        }
        assertThat(Mailer.SENT).anyMatch(sent -> sent.startsWith("not leading any more: "));
    }

    private static ConfigurableApplicationContext run(Class<?> application, TestDatabase database) {
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + database.jdbcUrl(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password(),
                        "spring.datasource.hikari.maximum-pool-size=20",
                        "spring.datasource.hikari.minimum-idle=0",
                        "spring.main.banner-mode=off",
                        "howdah.leader.name=billing")
                .run();
    }
}
