// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import io.howdah.HowdahException;
import io.howdah.log.RetryLaterException;
import io.howdah.log.Topic;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/** A topic of Kafka that is away, not as it has to be, or does not hold what the log says it holds. */
public final class KafkaTopicException extends HowdahException {
    private static final String DECIDE = " Look at what is missing; then put the group there by seek(), or leave it out"
            + " by restart(): see docs/operate/kafka.md.";

    private KafkaTopicException(String code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    static KafkaTopicException unavailable(KafkaTopic topic, Throwable cause) {
        return new KafkaTopicException(
                "kafka-unavailable",
                "Kafka did not do what was asked about topic " + topic + ", which is tried again until it does: "
                        + cause.getMessage(),
                cause);
    }

    static KafkaTopicException missing(KafkaTopic topic, int partitions) {
        return new KafkaTopicException(
                "kafka-topic-missing",
                "There is no topic " + topic + ": make it with " + partitions + " partitions",
                null);
    }

    static KafkaTopicException differs(KafkaTopic topic, int is, Topic log) {
        return new KafkaTopicException(
                "kafka-topic-differs",
                "Topic " + topic + " has " + is + " partitions and topic " + log + " of the log has "
                        + log.partitions()
                        + ": keys would be in other partitions; make one with as many",
                null);
    }

    static KafkaTopicException foreign(KafkaTopic topic, int partition, String other) {
        return new KafkaTopicException(
                "kafka-topic-foreign",
                "Partition " + partition + " of topic " + topic + " holds the events of topic " + other
                        + " of the log: give each its own",
                null);
    }

    static KafkaTopicException gap(KafkaTopic topic, int partition, long last, long next) {
        return new KafkaTopicException(
                "kafka-gap",
                "Partition " + partition + " of topic " + topic
                        + (last < 0 ? " is empty" : " ends with offset " + last + " of the log")
                        + ", but the relay stands at " + next + ": what is in between was sent and is gone,"
                        + " or was never sent." + DECIDE,
                null);
    }

    static KafkaTopicException diverged(KafkaTopic topic, int partition, long last, long next) {
        return new KafkaTopicException(
                "kafka-diverged",
                "Partition " + partition + " of topic " + topic + " ends with an event that the log does not have at"
                        + " offset " + last + ", where the relay stands at " + next
                        + ": the database was restored, or lost commits in a failover." + DECIDE,
                null);
    }

    static KafkaTopicException recordMissing(KafkaTopic topic, int partition, long offset) {
        return new KafkaTopicException(
                "kafka-record-missing",
                "Partition " + partition + " of topic " + topic + " does not have offset " + offset
                        + " of the log any more: skip the unit, or let the group read from the database",
                null);
    }

    /** By what Kafka's client threw. */
    static KafkaTopicException of(KafkaTopic topic, Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof KafkaTopicException known) {
                return known;
            }
            if (cause instanceof RecordTooLargeException) {
                return new KafkaTopicException(
                        "kafka-record-too-large",
                        "Kafka refuses an event for topic " + topic + " as too large: raise max.message.bytes of the"
                                + " topic and restart() the partition. " + cause.getMessage(),
                        cause);
            }
        }
        return unavailable(topic, failure);
    }

    /** So that no attempt counts. */
    RetryLaterException later() {
        return new RetryLaterException(String.valueOf(getMessage()), this);
    }

    boolean isPassing() {
        return code().equals("kafka-unavailable");
    }
}
