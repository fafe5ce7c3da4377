// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.DatabaseException;
import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.work.WorkStore.Ended;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ends that are written together. */
@HowdahTest
class WorkStoreTest {
    private static final UUID MEMBER = new UUID(0, 1);

    private TestDatabase database;
    private WorkStore store;
    private Work first;
    private Work second;

    @BeforeEach
    void claimTwo(TestDatabase database) {
        this.database = database;
        var db = Db.of(database.dataSource(), SchemaName.DEFAULT);
        var catalog = new CatalogStore(db, () -> {});
        var adds = new AddStore(db, catalog);
        for (int i = 0; i < 2; i++) {
            adds.add(NewWork.of("default", "kind", new Payload(new byte[1], "x/y"))
                    .build());
        }
        database.execute("insert into howdah.member (id, name, host, pid, version, beat_every, wakeups) values" + " ('"
                + MEMBER + "', 'm', 'h', 1, 'v', '5 s', '')");
        store = new WorkStore(db, catalog);
        var claimed = store.claim("default", List.of("kind"), new long[10], 9, Holder.member(MEMBER));
        first = claimed.get(0).work();
        second = claimed.get(1).work();
    }

    private static Ending ending(Work work, End end) {
        return Ending.of(work, end, MEMBER);
    }

    private List<Ending> oneDoneAndOneTriedAgain() {
        return List.of(
                ending(first, End.Done.PLAIN),
                ending(second, new End.Retried(Duration.ofHours(1), "it was not there")));
    }

    @Test
    void none_is_written_when_one_of_another_sort_is_refused() {
        database.execute("""
            create function howdah.no_room() returns trigger language plpgsql as $$
            begin
              raise exception using errcode = '53100', message = 'No space left on device';
            end $$;
            create trigger no_room before insert on howdah.work_outcome
              for each row when (new.state = 'retried') execute function howdah.no_room();
            """);

        assertThatThrownBy(() -> store.end(oneDoneAndOneTriedAgain())).isInstanceOf(DatabaseException.class);

        assertThat(database.query("select id from howdah.work_lease order by id"))
                .containsExactly(List.of(first.id()), List.of(second.id()));
        database.execute("drop function howdah.no_room() cascade");
        assertThat(store.end(oneDoneAndOneTriedAgain())).containsExactlyInAnyOrder(first.id(), second.id());
    }

    @Test
    void what_somebody_holds_is_left_and_the_others_are_ended() throws Exception {
        try (var open = database.connect()) {
            open.setAutoCommit(false);
            open.createStatement().execute("select from howdah.work_lease where id = " + second.id() + " for update");

            assertThat(store.endUnlocked(oneDoneAndOneTriedAgain()))
                    .isEqualTo(new Ended(Set.of(first.id()), Set.of(first.id())));
            open.rollback();
        }
        assertThat(database.query("select id from howdah.work_lease")).containsExactly(List.of(second.id()));
    }
}
