// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import io.howdah.log.Topic;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Asks Kafka whether a topic is as the log needs it. */
final class TopicCheck {
    private TopicCheck() {}

    /**
     * A key is in the same partition here and there only if there are as many.
     *
     * @throws KafkaTopicException if it is not there, has another number of partitions, or Kafka is away
     */
    static void requireSame(KafkaTopic kafka, Topic log) {
        try (var admin = Admin.create(kafka.admin())) {
            requireSame(admin, kafka, log);
        }
    }

    static void requireSame(Admin admin, KafkaTopic kafka, Topic log) {
        var described =
                admin.describeTopics(List.of(kafka.name())).topicNameValues().get(kafka.name());
        int partitions;
        try {
            partitions = described == null
                    ? 0
                    : answer(described, kafka).partitions().size();
        } catch (KafkaTopicException failure) {
            throw failure.getCause() instanceof UnknownTopicOrPartitionException
                    ? KafkaTopicException.missing(kafka, log.partitions())
                    : failure;
        }
        if (partitions != log.partitions()) {
            throw KafkaTopicException.differs(kafka, partitions, log);
        }
    }

    /**
     * Behind a transaction that somebody else has open nothing can be read, and so it cannot be known what was sent.
     *
     * @throws KafkaTopicException if there is one
     */
    static void requireNothingPending(Admin admin, KafkaTopic kafka, int partition) {
        var place = new TopicPartition(kafka.name(), partition);
        long committed = end(admin, kafka, place, IsolationLevel.READ_COMMITTED);
        long written = end(admin, kafka, place, IsolationLevel.READ_UNCOMMITTED);
        if (committed < written) {
            throw KafkaTopicException.unavailable(
                    kafka, new TimeoutException("a transaction of another producer is open in partition " + partition));
        }
    }

    private static long end(Admin admin, KafkaTopic kafka, TopicPartition place, IsolationLevel isolation) {
        var asked = admin.listOffsets(Map.of(place, OffsetSpec.latest()), new ListOffsetsOptions(isolation));
        return answer(asked.partitionResult(place), kafka).offset();
    }

    private static <T> T answer(KafkaFuture<T> future, KafkaTopic kafka) {
        try {
            return future.get();
        } catch (ExecutionException failure) {
            throw KafkaTopicException.unavailable(kafka, failure.getCause() == null ? failure : failure.getCause());
        } catch (InterruptedException interrupted) {
            throw new InterruptException(interrupted);
        }
    }
}
