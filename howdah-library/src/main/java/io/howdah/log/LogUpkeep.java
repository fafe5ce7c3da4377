// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import io.howdah.internal.member.Upkeep;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Begins new slices, ends old ones, drops those that nobody keeps, compacts, and forgets places that were passed. */
final class LogUpkeep {
    private static final Logger log = LoggerFactory.getLogger(LogUpkeep.class);
    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final Duration SLICE = Duration.ofDays(1);
    private static final int STEP = 1_000;

    private LogUpkeep() {}

    static Loop loop(Platform platform) {
        return Upkeep.loop("log-slices", EVERY, platform.db(), platform.membership(), LogUpkeep::run);
    }

    /** A transaction for each step, so that one that dies has done nothing by half and nobody waits long. */
    static Loop compaction(Platform platform) {
        return Upkeep.loop(
                "log-compaction",
                EVERY,
                platform.db(),
                platform.membership(),
                transaction -> new SequenceStore(transaction).compact(STEP) == 0 ? Next.ON_INTERVAL : Next.NOW);
    }

    private static Next run(Db transaction) {
        var store = new SequenceStore(transaction);
        store.tidy();
        if (store.isSliceDue(SLICE)) {
            log.info("The log goes on in slice {}", store.roll());
        }
        store.seal();
        // Last, for it locks readers and writers out until the commit.
        int trimmed = store.trim();
        if (trimmed > 0) {
            log.info("{} slices of the log were kept by no topic any more and are dropped", trimmed);
        }
        return Next.ON_INTERVAL;
    }
}
