// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.log.Decider;
import io.howdah.log.EventLog;
import io.howdah.log.GroupOptions;
import io.howdah.log.LogEvent;
import io.howdah.log.NewEvent;
import io.howdah.log.StartAt;
import io.howdah.log.Topic;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code of the page on the event log, run. */
@HowdahTest
class LogPageTest {
    record Order(int number, int amount) {}

    record Price(int cents) {}

    @Test
    void the_page_on_the_log_runs(Howdah howdah, TestDatabase database) throws SQLException {
        database.execute("drop table if exists total; create table total (amount int)");
        try (var connection = database.connect()) {
            place(howdah.log(), connection, new Order(1, 40));
            place(howdah.log(), connection, new Order(2, 2));
        }
        read(howdah.log());

        howdah.drain();

        assertThat(database.query("select sum(amount) from total")).containsExactly(List.of(42L));
        decide(howdah.log(), new Decider("ada", "a bug is fixed"));
        howdah.drain();
        assertThat(database.query("select sum(amount) from total")).containsExactly(List.of(84L));
    }

    @Test
    void the_part_on_compaction_runs(Howdah howdah, TestDatabase database) throws SQLException {
        try (var connection = database.connect()) {
            change(howdah.log(), connection, "tea", new Price(300));
            discontinue(howdah.log(), connection, "tea");
        }
        howdah.drain();

        assertThat(howdah.log().read(PRICES, PRICES.partitionOf("tea"), 0, 10))
                .extracting(LogEvent::isTombstone)
                .containsExactly(false, true);
    }

    private static void add(Connection connection, Order order) throws SQLException {
        try (var insert = connection.prepareStatement("insert into total values (?)")) {
            insert.setInt(1, order.amount());
            insert.execute();
        }
    }

    // snippet: log
    static final Topic ORDERS = Topic.of("orders").partitions(8).keep(Duration.ofDays(30));

    void place(EventLog log, Connection connection, Order order) {
        log.append(connection, ORDERS, NewEvent.of("order-placed", order).key("order-" + order.number()));
    }

    void read(EventLog log) {
        log.handle(ORDERS, "totals", GroupOptions.standard(), batch -> {
            for (var unit : batch.units()) { // what one transaction wrote, whole
                for (var event : unit) {
                    add(batch.connection(), event.payload(Order.class)); // commits with the new place: exactly once
                }
            }
        });
    }
    // end

    // snippet: log-group
    void decide(EventLog log, Decider ada) {
        var totals = log.group(ORDERS, "totals");
        for (var parked : totals.parked(100)) {
            totals.retry(parked.partition(), parked.first(), ada); // or skip, or replace and then retry
        }
        totals.reset(StartAt.time(Instant.now().minus(Duration.ofHours(1))), ada); // planReset only says what
    }
    // end

    // snippet: log-compacted
    static final Topic PRICES = Topic.of("prices").partitions(8).compacted();

    void change(EventLog log, Connection connection, String article, Price price) {
        log.append(connection, PRICES, NewEvent.of("price-is", price).key(article));
    }

    void discontinue(EventLog log, Connection connection, String article) {
        log.append(connection, PRICES, NewEvent.tombstone("price-gone", article)); // the key goes, and then this
    }
    // end
}
