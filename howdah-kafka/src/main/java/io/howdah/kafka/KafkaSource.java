// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import io.howdah.Codec;
import io.howdah.log.EventSource;
import io.howdah.log.Topic;

/**
 * Lets groups read from Kafka what a {@link KafkaRelay} wrote there. Their places stay in the database, as offsets of
 * the log, and move in the transaction of the handler: a group may read from the database today, from Kafka tomorrow,
 * and go back. Thread-safe.
 *
 * <pre>{@code
 * log.handle(ORDERS, "totals", GroupOptions.standard().from(KafkaSource.of(topic)), handler);
 * }</pre>
 */
public final class KafkaSource implements EventSource {
    private final KafkaTopic kafka;

    private KafkaSource(KafkaTopic kafka) {
        this.kafka = kafka;
    }

    public static KafkaSource of(KafkaTopic kafka) {
        return new KafkaSource(kafka);
    }

    @Override
    public Partition open(Topic topic, int partition, Codec codec) {
        return new KafkaPartition(kafka, topic, partition, codec);
    }
}
