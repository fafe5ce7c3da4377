// SPDX-License-Identifier: Apache-2.0
/**
 * The event log in Kafka: a relay that writes each partition of a topic to the same partition there, every event once,
 * and a source from which groups read it back with their handlers and places unchanged.
 *
 * <pre>
 * log ──KafkaRelay──▶ Kafka ──KafkaSource──▶ groups
 * </pre>
 */
@NullMarked
package io.howdah.kafka;

import org.jspecify.annotations.NullMarked;
