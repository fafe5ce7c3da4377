// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import io.howdah.log.EventBatch;
import io.howdah.log.EventLog;
import io.howdah.log.GroupOptions;
import io.howdah.log.OnPoison;
import io.howdah.log.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes every event of a topic to Kafka, each partition to the same one there, in order and effectively once: whoever
 * reads there with {@code read_committed} sees each event exactly once, and the events of a unit together, whichever
 * processes and machines die. It is a group of the topic, shared by all processes that open it; retention waits for it.
 * Thread-safe.
 */
public final class KafkaRelay implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(KafkaRelay.class);
    private static final int BATCH = 1_000;

    private final Subject subject;
    private final Map<Integer, RelayLane> lanes = new ConcurrentHashMap<>();

    /** From where, to where, for which group; and who is told of each step. */
    record Subject(EventLog log, Topic topic, KafkaTopic to, String group, Consumer<Step> watcher) {}

    /** The places at which a process may die that differ in what follows. */
    enum Step {
        TAKEN_OVER,
        SENT,
        COMMITTED
    }

    private KafkaRelay(Subject subject) {
        this.subject = subject;
    }

    /**
     * Has this process relay its share of the topic's partitions, once it is started. If Kafka is away, that is done as
     * soon as it is back.
     *
     * @throws KafkaTopicException if Kafka's topic is not there, or has another number of partitions
     */
    public static KafkaRelay open(EventLog log, Topic topic, KafkaTopic to) {
        return open(log, topic, to, step -> {});
    }

    static KafkaRelay open(EventLog log, Topic topic, KafkaTopic to, Consumer<Step> watcher) {
        requireTopic(topic, to);
        var relay = new KafkaRelay(new Subject(log, topic, to, groupOf(to), watcher));
        log.handle(topic, groupOf(to), options(), relay::send);
        return relay;
    }

    /** The name of the group that relays to a topic of Kafka. */
    public static String groupOf(KafkaTopic to) {
        return "kafka:" + to.name();
    }

    private static GroupOptions options() {
        return GroupOptions.standard()
                .outside()
                .protectedFromRetention()
                // What cannot be sent must not be overtaken.
                .onPoison(OnPoison.STOP)
                .attempts(3)
                .pauses(Duration.ofMillis(100), Duration.ofSeconds(1))
                .batch(BATCH);
    }

    private static void requireTopic(Topic topic, KafkaTopic to) {
        try {
            TopicCheck.requireSame(to, topic);
        } catch (KafkaTopicException failure) {
            if (!failure.isPassing()) {
                throw failure;
            }
            log.warn("Topic {} is relayed to {} when Kafka is there: {}", topic, to, failure.getMessage());
        }
    }

    private void send(EventBatch batch) {
        lanes.computeIfAbsent(batch.partition(), partition -> new RelayLane(subject, partition))
                .send(batch);
    }

    /** How it stands in every partition that this process has written to. */
    public List<RelayState> states() {
        return lanes.values().stream().map(RelayLane::state).toList();
    }

    /** Lets go of Kafka. Close the {@code Howdah} first: what it still hands over opens the connections again. */
    @Override
    public void close() {
        lanes.values().forEach(RelayLane::close);
    }
}
