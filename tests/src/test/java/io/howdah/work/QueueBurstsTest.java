// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.work.WorkStore.Claimed;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a process claims at once, and when it had better lease each by itself. */
@HowdahTest
class QueueBurstsTest {
    private static final UUID MEMBER = new UUID(0, 1);

    private QueueBursts bursts;

    @BeforeEach
    void bursts(TestDatabase database) {
        var db = Db.of(database.dataSource(), SchemaName.DEFAULT);
        bursts = new QueueBursts(new Bursts(db, new CatalogStore(db, () -> {})));
    }

    private static List<Claimed> rows(int count, Burst burst) {
        var none = Optional.<String>empty();
        var work = new Work(
                1,
                1,
                1,
                "default",
                "kind",
                5,
                Optional.empty(),
                none,
                none,
                none,
                false,
                false,
                Optional.empty(),
                Map.of(),
                new Payload(new byte[0], "x/y"),
                false,
                burst);
        return Collections.nCopies(count, new Claimed(1, work));
    }

    @Test
    void room_for_many_is_not_enough_there_must_have_been_many() {
        assertThat(bursts.holder(MEMBER, 1_000)).isEqualTo(Holder.member(MEMBER));
        bursts.taken(rows(99, null));
        assertThat(bursts.holder(MEMBER, 1_000)).isEqualTo(Holder.member(MEMBER));

        bursts.taken(rows(100, null));

        assertThat(bursts.holder(MEMBER, 199)).isEqualTo(Holder.member(MEMBER));
        assertThat(bursts.holder(MEMBER, 1_000).bursts()).hasSize(10);
    }

    @Test
    void where_one_has_failed_leases_are_claimed_for_a_while() {
        bursts.taken(rows(100, null));
        assertThat(bursts.holder(MEMBER, 1_000).bursts()).isNotEmpty();

        assertThat(bursts.holder(MEMBER, 1_000)).isEqualTo(Holder.member(MEMBER));

        bursts.taken(rows(100, null));
        assertThat(bursts.holder(MEMBER, 1_000)).isEqualTo(Holder.member(MEMBER));
    }

    @Test
    void a_queue_whose_handler_has_wanted_a_lease_has_no_more_bursts() {
        var burst = new Burst(new UUID(0, 9), MEMBER);
        bursts.taken(rows(500, burst));
        assertThat(bursts.known()).containsExactly(burst.id());

        burst.touch(1);
        bursts.handled(burst);

        assertThat(bursts.holder(MEMBER, 1_000)).isEqualTo(Holder.member(MEMBER));
    }
}
