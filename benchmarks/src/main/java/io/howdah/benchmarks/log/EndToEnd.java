// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.log;

import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import io.howdah.log.GroupOptions;
import io.howdah.log.NewEvent;
import io.howdah.log.StartAt;
import java.nio.ByteBuffer;
import java.sql.SQLException;

/** From before an event is appended until a handler in the same process has it, at a given rate. */
final class EndToEnd implements Trial {
    private final HowdahLog ours;
    private final Rated rated;

    private EndToEnd(HowdahLog ours, Rated rated) {
        this.ours = ours;
        this.rated = rated;
    }

    static EndToEnd at(int perSecond, Stage stage, HowdahLog ours) {
        var rated = new Rated(perSecond, stage.duration());
        ours.log().create(HowdahLog.AFTER_COMMIT);
        ours.reading(
                        HowdahLog.AFTER_COMMIT,
                        GroupOptions.standard().startAt(StartAt.latest()),
                        batch -> batch.events()
                                .forEach(event -> rated.received(
                                        ByteBuffer.wrap(event.payload().bytes()).getLong())))
                .started();
        return new EndToEnd(ours, rated);
    }

    @Override
    public Outcome run() throws Exception {
        return rated.run((sent, bytes) -> ours.log()
                .append(HowdahLog.AFTER_COMMIT, NewEvent.of("t", bytes).key(Long.toString(sent))));
    }

    @Override
    public void close() throws SQLException {
        ours.close();
    }
}
