// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Scenario;
import java.util.ArrayList;
import java.util.List;

/** How many jobs can be enqueued and done, how soon one begins, and what a transaction that is held open does to it. */
public final class JobsBenchmark implements Benchmark {
    private static final int PRODUCERS = 8;
    private static final int BULK = 50_000;

    /** Workers run for weeks; a JVM compiles during the first few hundred thousand jobs. */
    private static final int DRAIN_WARM_UPS = 10;

    private static final List<Peer> QUEUES =
            List.of(Peer.HOWDAH, Peer.GRAPHILE_WORKER, Peer.PG_BOSS, Peer.DB_SCHEDULER, Peer.JOBRUNR);

    private final Crew crew = new Crew();

    @Override
    public String name() {
        return "jobs";
    }

    @Override
    public String summary() {
        return "jobs that do nothing: enqueue, drain by 1 and 2 processes, also with a transaction held open, latency";
    }

    @Override
    public List<Scenario> scenarios() {
        return List.of(
                enqueue(
                        "enqueue one by one, 8 threads",
                        peer -> stage -> EnqueueTrial.oneByOne(crew, peer, stage, PRODUCERS)),
                enqueue(
                        "enqueue in batches of 1 000, 1 thread",
                        peer -> stage -> EnqueueTrial.inBatches(crew, peer, stage, stage.share(BULK))),
                drainByOne(),
                Scenario.throughput(
                                "drain of a backlog, 2 processes",
                                "job",
                                playing(QUEUES, peer -> stage -> DrainTrial.free(crew, peer, stage, 2)))
                        .against(fastestPeer())
                        // Each of them does half of the jobs, and must have done as many.
                        .warmedUp(2 * DRAIN_WARM_UPS),
                latency("commit to handler at 50/s", 50, QUEUES),
                latency(
                        "commit to handler at 1 000/s",
                        1_000,
                        QUEUES.stream().filter(peer -> !peer.pollsSlowly()).toList()));
    }

    @Override
    public void close() {
        crew.close();
    }

    private static Scenario enqueue(String name, Play play) {
        var peers = new ArrayList<>(List.of(Peer.PLAIN_INSERT));
        peers.addAll(QUEUES);
        return Scenario.throughput(name, "job", playing(peers, play));
    }

    /** Each with and without the held transaction, one after the other: only so can they be compared. */
    private Scenario drainByOne() {
        var contenders = new ArrayList<Contender>();
        for (Peer peer : QUEUES) {
            contenders.add(Playing.of(peer, stage -> DrainTrial.free(crew, peer, stage, 1)));
            contenders.add(
                    Playing.worse(peer, "transaction held open", stage -> DrainTrial.held(crew, peer, stage, 1)));
        }
        return Scenario.throughput("drain of a backlog, 1 process", "job", contenders)
                .against(fastestPeer())
                .warmedUp(DRAIN_WARM_UPS);
    }

    private Scenario latency(String name, int perSecond, List<Peer> peers) {
        return Scenario.latency(
                        name, "job", playing(peers, peer -> stage -> LatencyTrial.of(crew, peer, stage, perSecond)))
                .against(fastestPeer());
    }

    private static String fastestPeer() {
        return NodePeers.hasNode() ? Peer.GRAPHILE_WORKER.label() : Peer.DB_SCHEDULER.label();
    }

    private static List<Contender> playing(List<Peer> peers, Play play) {
        return peers.stream()
                .<Contender>map(peer -> Playing.of(peer, play.by(peer)))
                .toList();
    }

    /** What is measured of each peer. */
    private interface Play {
        Contender.Preparation by(Peer peer);
    }
}
