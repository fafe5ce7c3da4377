// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.log;

import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** The main program of a broker that is its own controller. */
final class KafkaBroker {
    static final String READY = "kafka is ready";

    private KafkaBroker() {}

    /** Arguments: directory, port, port of the controller. */
    public static void main(String[] arguments) throws Exception {
        new Formatter()
                .setClusterId(Uuid.randomUuid().toString())
                .setNodeId(1)
                .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
                .setControllerListenerName("CONTROLLER")
                .setMetadataLogDirectory(arguments[0])
                .addDirectory(arguments[0])
                .setPrintStream(System.out)
                .run();
        var settings = new Properties();
        settings.putAll(Map.of(
                "process.roles", "broker,controller",
                "node.id", "1",
                "controller.quorum.voters", "1@127.0.0.1:" + arguments[2],
                "controller.listener.names", "CONTROLLER",
                "listeners", "PLAINTEXT://127.0.0.1:" + arguments[1] + ",CONTROLLER://127.0.0.1:" + arguments[2],
                "listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "log.dirs", arguments[0],
                "offsets.topic.replication.factor", "1",
                "group.initial.rebalance.delay.ms", "0"));
        new KafkaRaftServer(KafkaConfig.fromProps(settings), Time.SYSTEM).startup();
        System.out.println(READY);
    }
}
