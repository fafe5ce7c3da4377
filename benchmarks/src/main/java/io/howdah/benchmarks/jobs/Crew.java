// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The processes of all contenders, started when they are first needed and kept warm until the run is over. */
final class Crew implements AutoCloseable {
    private final Map<Peer, List<Player>> players = new EnumMap<>(Peer.class);

    /** So many processes of one contender. One that has died is replaced. */
    synchronized List<Player> of(Peer peer, int processes) throws IOException {
        List<Player> own = players.computeIfAbsent(peer, one -> new ArrayList<>());
        own.removeIf(player -> !player.isAlive());
        while (own.size() < processes) {
            own.add(Player.start(peer));
        }
        return List.copyOf(own.subList(0, processes));
    }

    @Override
    public synchronized void close() {
        players.values().forEach(own -> own.forEach(Player::close));
        players.clear();
    }
}
