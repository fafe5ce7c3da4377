// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.log.Decider;
import io.howdah.log.EventHandler;
import io.howdah.log.EventLog;
import io.howdah.log.GroupOptions;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The code of the page on Kafka, run. */
@HowdahTest
class KafkaPageTest {
    private static final Topic ORDERS = Topic.of("orders").partitions(2);
    private static final Decider ADA = new Decider("ada", "cut over");

    @Test
    void the_page_on_kafka_runs(Howdah howdah) {
        var seen = new CopyOnWriteArrayList<String>();
        EmbeddedKafka.running().create("orders", 2);
        try (var relay = relay(howdah)) {
            read(howdah, batch -> batch.events().forEach(event -> seen.add(event.type())));
            howdah.log().append(ORDERS, NewEvent.of("placed", "x").key("a"));
            howdah.drain();
            assertThat(seen).containsExactly("placed");

            var offsets = handOver(howdah.log(), ADA);
            howdah.log().append(ORDERS, NewEvent.of("paid", "x").key("a"));
            howdah.drain();
            assertThat(seen).hasSize(1);
            takeBack(howdah.log(), offsets, ADA);
            howdah.drain();
            assertThat(seen).containsExactly("placed", "paid");
            assertThat(relay.states()).isNotEmpty();
        }
    }

    @Test
    void the_outbox_view_has_the_columns_of_debeziums_router(Howdah howdah, TestDatabase database) {
        howdah.log()
                .append(
                        ORDERS,
                        NewEvent.of("placed", "{}".getBytes(UTF_8)).id("e-1").key("order-7"));

        assertThat(database.query("select id, aggregatetype, aggregateid, type, convert_from(payload, 'UTF8')"
                        + " from howdah.log_outbox"))
                .containsExactly(List.of("e-1", "orders", "order-7", "placed", "{}"));
    }

    // snippet: kafka-relay
    static final KafkaTopic IN_KAFKA = KafkaTopic.of(servers(), "orders").setting("compression.type", "lz4");

    KafkaRelay relay(Howdah howdah) {
        return KafkaRelay.open(howdah.log(), ORDERS, IN_KAFKA); // in as many processes as you like
    }

    void read(Howdah howdah, EventHandler handler) {
        var options = GroupOptions.standard().from(KafkaSource.of(IN_KAFKA)); // without from(…): from the database
        howdah.log().handle(ORDERS, "totals", options, handler);
    }
    // end

    // snippet: kafka-offsets
    Map<Integer, Long> handOver(EventLog log, Decider ada) {
        var totals = log.group(ORDERS, "totals");
        totals.pause(ada); // a batch that has begun ends
        return KafkaOffsets.of(IN_KAFKA).inKafka(totals); // commit these as the offsets of Kafka's group
    }

    void takeBack(EventLog log, Map<Integer, Long> committed, Decider ada) {
        var totals = log.group(ORDERS, "totals");
        committed.forEach((partition, offset) -> KafkaOffsets.of(IN_KAFKA)
                .inLog(partition, offset)
                .ifPresent(next -> totals.seek(partition, next, ada)));
        totals.resume(ada);
    }
    // end

    private static String servers() {
        return EmbeddedKafka.running().servers();
    }
}
