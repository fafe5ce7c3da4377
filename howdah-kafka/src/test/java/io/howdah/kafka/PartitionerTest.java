// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.log.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.Test;

/** A key is in the partition that Kafka's own partitioner would choose. */
class PartitionerTest {
    @Test
    void a_key_has_the_partition_that_kafka_gives_it() {
        var random = new Random(42);
        for (int partitions : new int[] {1, 2, 3, 16, 100, 1024}) {
            var topic = Topic.of("t").partitions(partitions);
            for (int i = 0; i < 2_000; i++) {
                var key = random.ints(1 + i % 40, 1, Character.MAX_CODE_POINT + 1)
                        .filter(point -> point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .append('k')
                        .toString();
                assertThat(topic.partitionOf(key))
                        .isEqualTo(
                                BuiltInPartitioner.partitionForKey(key.getBytes(StandardCharsets.UTF_8), partitions));
            }
        }
    }
}
