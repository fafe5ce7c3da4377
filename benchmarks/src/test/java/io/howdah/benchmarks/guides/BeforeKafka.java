// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.guides;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Of the guide from Kafka consumers. */
@SuppressWarnings("FutureReturnValueIgnored") // As it is written everywhere, and part of what is wrong with it.
final class BeforeKafka {
    private volatile boolean running = true;

    BeforeKafka() {}

    void stop() {
        running = false;
    }

    static void add(String customer, String payment) {}

    // snippet: kafka-before
    void pay(Producer<String, String> producer, String customer, String json) {
        producer.send(new ProducerRecord<>("payments", customer, json)); // beside the transaction: an outbox is needed
    }

    void read(Consumer<String, String> consumer) {
        consumer.subscribe(List.of("payments"));
        while (running) {
            for (var payment : consumer.poll(Duration.ofSeconds(1))) {
                add(payment.key(), payment.value()); // and if the process dies here, again
            }
            consumer.commitSync();
        }
    }
    // end
}
