// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.log;

import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Scenario;
import io.howdah.benchmarks.raw.InsertBenchmark;
import java.util.List;
import java.util.stream.Stream;

/** How many events can be appended and read, how soon they arrive, and what a transaction held open does to that. */
public final class LogBenchmark implements Benchmark {
    private static final int BACKLOG = 1_000_000;
    private static final int WRITERS = 32;
    private static final int PER_SECOND = 1_000;

    /** Who appends or waits for events has run for weeks; a JVM compiles during the first ten thousands of them. */
    private static final int WARM_UPS = 4;

    @Override
    public String name() {
        return "log";
    }

    @Override
    public String summary() {
        return "append events of 1 KB, read a backlog, and the time from one to the other at 1000 per second";
    }

    @Override
    public List<Scenario> scenarios() {
        return Stream.concat(
                        Stream.of(1, 8, 32, 64).map(LogBenchmark::append), Stream.of(order(), backlog(), endToEnd()))
                .toList();
    }

    private static Scenario append(int threads) {
        return Scenario.throughput(
                        "append, " + threads + (threads == 1 ? " thread" : " threads"),
                        "event",
                        List.of(
                                Contender.of("plain INSERT", stage -> InsertBenchmark.oneByOne(stage, threads)),
                                Contender.of("one counter row", stage -> Appends.singleCounter(stage, threads)),
                                Contender.of(
                                        "howdah, caller's transaction",
                                        stage -> Appends.inCallersTransaction(stage, threads, HowdahLog.AFTER_COMMIT)),
                                Contender.of(
                                        "howdah",
                                        stage -> Appends.grouped(
                                                stage,
                                                threads,
                                                HowdahLog.AFTER_COMMIT,
                                                HowdahLog.on(stage.database()))),
                                Contender.of(
                                        "howdah, transaction held open",
                                        stage -> Appends.grouped(
                                                stage,
                                                threads,
                                                HowdahLog.AFTER_COMMIT,
                                                HowdahLog.withTransactionHeldOpenOn(stage.database()))),
                                Contender.of(
                                        "howdah, numbered at append",
                                        stage -> Appends.grouped(
                                                stage, threads, HowdahLog.AT_APPEND, HowdahLog.on(stage.database()))),
                                Contender.of(
                                        "Kafka, acks=all",
                                        stage -> KafkaLog.appends(stage, threads, KafkaServer.Flush.BY_THE_SYSTEM)),
                                Contender.of(
                                        "Kafka, acks=all, flushed",
                                        stage -> KafkaLog.appends(stage, threads, KafkaServer.Flush.EVERY_WRITE))))
                .warmedUp(WARM_UPS);
    }

    private static Scenario order() {
        return Scenario.throughput(
                        "an order and its event in one transaction, " + WRITERS + " threads",
                        "order",
                        List.of(
                                Contender.of("told by a plain INSERT", stage -> Orders.toldByInsert(stage, WRITERS)),
                                Contender.of("told by howdah", stage -> Orders.toldByEvent(stage, WRITERS))))
                .warmedUp(WARM_UPS);
    }

    private static Scenario backlog() {
        return Scenario.throughput(
                "read a backlog, batches of 2000",
                "event",
                List.of(
                        Contender.of(
                                "howdah, 100 bytes",
                                stage -> Backlog.of(HowdahLog.on(stage.database()), stage.share(BACKLOG), 100)),
                        Contender.of(
                                "howdah, 1 KB",
                                stage -> Backlog.of(HowdahLog.on(stage.database()), stage.share(BACKLOG / 4), 1024)),
                        Contender.of(
                                "howdah, 100 bytes, transaction held open",
                                stage -> Backlog.of(
                                        HowdahLog.withTransactionHeldOpenOn(stage.database()),
                                        stage.share(BACKLOG),
                                        100)),
                        Contender.of("Kafka, 100 bytes", stage -> KafkaLog.backlog(stage.share(BACKLOG), 100)),
                        Contender.of("Kafka, 1 KB", stage -> KafkaLog.backlog(stage.share(BACKLOG / 4), 1024))));
    }

    private static Scenario endToEnd() {
        return Scenario.latency(
                        "append to handler at 1000/s",
                        "event",
                        List.of(
                                Contender.of(
                                        "howdah",
                                        stage -> EndToEnd.at(PER_SECOND, stage, HowdahLog.on(stage.database()))),
                                Contender.of(
                                        "howdah, transaction held open",
                                        stage -> EndToEnd.at(
                                                PER_SECOND,
                                                stage,
                                                HowdahLog.withTransactionHeldOpenOn(stage.database()))),
                                Contender.of("Kafka, acks=all", stage -> KafkaLog.endToEnd(PER_SECOND, stage))))
                .warmedUp(WARM_UPS);
    }
}
