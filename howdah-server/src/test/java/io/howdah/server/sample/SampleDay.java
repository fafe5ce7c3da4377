// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.sample;

import io.howdah.Howdah;
import io.howdah.approval.Voter;
import io.howdah.test.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import javax.sql.DataSource;

/** The sample on a day on which nothing goes wrong, and nothing waits for its schedule. */
public final class SampleDay {
    /** Nothing fails, and nothing takes long. */
    static final Luck GOOD = new Luck() {
        @Override
        public boolean isBad(int oneIn) {
            return false;
        }

        @Override
        public Duration effort() {
            return Duration.ofMillis(1);
        }
    };

    private SampleDay() {}

    /** Who takes whatever it is sent. */
    public static Receiver receiver() throws IOException {
        return Receiver.start(GOOD);
    }

    /** Has this process take part in it. */
    public static void join(Howdah howdah, DataSource dataSource, Path scratch, String receiver) {
        Sample.handle(howdah, dataSource, scratch, GOOD);
        Sample.addressBook(howdah, receiver);
    }

    /** One release, from its making to the inbox of whoever waits for it. */
    public static void release(Howdah howdah) {
        var before = howdah.notifications().inbox("dev").list(100).size();
        howdah.jobs().enqueue(Sample.MAKE_RELEASE, "next");
        Await.until(
                "the release waits for ada",
                () -> !howdah.approvals().waitingFor(Voter.of("ada"), 1).isEmpty());
        howdah.jobs().enqueue(Sample.REVIEW, "all");
        Await.until(
                "it is in the inbox",
                () -> howdah.notifications().inbox("dev").list(100).size() > before);
    }
}
