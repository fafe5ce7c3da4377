// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a relay stands in a partition that this process has written to.
 *
 * @param sent the last offset of the log that is known to be in Kafka
 * @param failure why nothing was sent the last time, if that failed
 */
public record RelayState(int partition, long generation, OptionalLong sent, Optional<KafkaTopicException> failure) {}
