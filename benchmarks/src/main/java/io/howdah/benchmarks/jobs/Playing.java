// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import java.util.Optional;

/** A peer in a scenario. */
record Playing(String name, Peer peer, Optional<String> control, Contender.Preparation preparation)
        implements Contender {
    static Playing of(Peer peer, Contender.Preparation preparation) {
        return new Playing(peer.label(), peer, Optional.empty(), preparation);
    }

    /** The same peer under worse conditions, to be compared with itself. */
    static Playing worse(Peer peer, String how, Contender.Preparation preparation) {
        return new Playing(peer.label() + ", " + how, peer, Optional.of(peer.label()), preparation);
    }

    @Override
    public String settings() {
        return peer.settings();
    }

    @Override
    public Optional<String> unavailable() {
        return peer.unavailable();
    }

    @Override
    public Trial prepare(Stage stage) throws Exception {
        return preparation.prepare(stage);
    }
}
