// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Work that was claimed at once: whatever becomes of a part of it, each piece ends once, and none is forgotten. */
@HowdahTest
class BurstsTest {
    private static final UUID MEMBER = new UUID(0, 1);
    private static final UUID OTHER = new UUID(0, 2);
    private static final int SIZE = 5;

    private TestDatabase database;
    private Db db;
    private CatalogStore catalog;
    private WorkStore store;
    private Bursts bursts;
    private WorkUpkeepStore upkeep;
    private List<Work> works;

    @BeforeEach
    void claimAtOnce(TestDatabase database) {
        this.database = database;
        db = Db.of(database.dataSource(), SchemaName.DEFAULT);
        catalog = new CatalogStore(db, () -> {});
        store = new WorkStore(db, catalog);
        bursts = new Bursts(db, catalog);
        upkeep = new WorkUpkeepStore(db);
        for (int i = 0; i < SIZE; i++) {
            add(NewWork.of("default", "kind", new Payload(new byte[1], "x/y")));
        }
        for (var member : List.of(MEMBER, OTHER)) {
            database.query(
                    "insert into howdah.member (id, name, host, pid, version, beat_every, wakeups)"
                            + " values (?, 'm', 'h', 1, 'v', '5 s', '') on conflict do nothing returning 1",
                    member);
        }
        works = claim(MEMBER);
    }

    private void add(NewWork.Builder work) {
        new AddStore(db, catalog).add(work.maxAttempts(10).build());
    }

    private List<Work> claim(UUID member) {
        return store.claim("default", List.of("kind"), new long[10], 100, Holder.busy(member)).stream()
                .map(WorkStore.Claimed::work)
                .toList();
    }

    private static List<Ending> done(List<Work> works) {
        return works.stream()
                .map(work -> Ending.of(work, End.Done.PLAIN, MEMBER))
                .toList();
    }

    private static Long[] ids(List<Work> works) {
        return works.stream().map(Work::id).toArray(Long[]::new);
    }

    private Burst burst() {
        return works.getFirst().burst();
    }

    private List<Object> column(String query) {
        return new ArrayList<>(
                database.query(query).stream().map(List::getFirst).toList());
    }

    private List<Object> leased() {
        return column("select id from howdah.work_lease order by id");
    }

    private long rows() {
        return database.one(
                "select (select count(*) from howdah.work_burst) + (select count(*) from howdah.work_parted)",
                Long.class);
    }

    private List<List<Object>> outcomes() {
        return database.query("select state, count(*) from howdah.work_outcome group by state order by state");
    }

    @Test
    void all_of_it_is_one_row_until_all_of_it_is_done() {
        assertThat(works).hasSize(SIZE);
        assertThat(rows()).isOne();
        assertThat(leased()).isEmpty();

        assertThat(bursts.done(done(works.subList(0, 2)), false)).containsExactlyInAnyOrder(ids(works.subList(0, 2)));
        assertThat(rows()).isOne();
        assertThat(bursts.done(done(works.subList(2, SIZE)), false)).hasSize(SIZE - 2);

        assertThat(rows()).isZero();
        assertThat(outcomes()).containsExactly(List.of("done", (long) SIZE));
        assertThat(claim(OTHER)).isEmpty();
    }

    @Test
    void what_has_a_key_or_is_watched_is_leased_by_itself() {
        bursts.done(done(works), false);
        add(NewWork.of("default", "kind", new Payload(new byte[1], "x/y"))
                .uniqueness(Optional.of(new Uniqueness("one", Uniqueness.Conflict.KEEP, Optional.empty()))));
        add(NewWork.of("default", "kind", new Payload(new byte[1], "x/y")));

        works = claim(MEMBER);

        assertThat(works).extracting(work -> work.burst() == null).containsExactly(true, false);
        assertThat(leased()).containsExactly(works.getFirst().id());
    }

    @Test
    void an_end_that_is_sent_again_because_nobody_knows_is_written_once() {
        var store = new BurstStore(db, catalog);
        store.done(Map.of(burst(), done(works.subList(0, 2))), List.of(), false);

        assertThat(store.done(Map.of(burst(), done(works.subList(0, 3))), List.of(), true))
                .hasSize(3);

        assertThat(outcomes()).containsExactly(List.of("done", 3L));
    }

    @Test
    void of_several_bursts_that_end_together_only_what_was_lost_is_not_held() {
        var lost = works;
        upkeep.release(new WorkUpkeepStore.Gone(MEMBER, "it died"), 100);
        var first = claim(OTHER);
        add(NewWork.of("default", "kind", new Payload(new byte[1], "x/y")));
        add(NewWork.of("default", "kind", new Payload(new byte[1], "x/y")));
        var second = claim(OTHER);

        // One burst after the other, each side by side with what is not its own.
        var mixed = List.of(first.get(0), lost.get(2), second.get(0), first.get(3), lost.get(4), second.get(1));

        assertThat(bursts.done(done(mixed), false))
                .containsExactlyInAnyOrder(ids(List.of(first.get(0), first.get(3), second.get(0), second.get(1))));
        assertThat(column("select id || ' ' || attempt from howdah.work_outcome where state = 'done' order by id"))
                .containsExactlyElementsOf(Stream.of(first.get(0), first.get(3), second.get(0), second.get(1))
                        .map(work -> (Object) (work.id() + " " + work.attempt()))
                        .toList());
        assertThat(rows()).as("of the one of which something is left").isOne();
    }

    @Test
    void what_ends_otherwise_gets_a_lease_first_and_the_rest_knows_nothing_of_it() {
        var failed = Ending.of(works.getFirst(), new End.Retried(Duration.ZERO, "no luck"), MEMBER);

        assertThat(store.end(List.of(failed))).containsExactly(works.getFirst().id());
        assertThat(claim(OTHER))
                .extracting(Work::id)
                .containsExactly(works.getFirst().id());
        assertThat(bursts.settle(List.of(burst()))).isTrue();

        assertThat(leased()).as("of the rest").containsExactly((Object[]) ids(works.subList(1, SIZE)));
        assertThat(store.end(done(works.subList(1, SIZE)))).hasSize(SIZE - 1);
        assertThat(outcomes()).containsExactly(List.of("done", SIZE - 1L), List.of("retried", 1L));
    }

    @Test
    void what_was_handed_back_and_is_had_again_under_the_same_number_is_not_given_out_twice() {
        var back = Ending.of(works.getFirst(), new End.HandedBack(), MEMBER);
        store.end(List.of(back));
        var again = claim(OTHER);
        assertThat(again)
                .extracting(Work::id, Work::attempt)
                .containsExactly(tuple(works.getFirst().id(), 1));

        bursts.settle(List.of(burst()));

        assertThat(leased()).doesNotContain(works.getFirst().id());
        assertThat(bursts.done(done(again), false)).hasSize(1);
    }

    @Test
    void what_was_snoozed_and_is_had_again_under_the_same_number_has_not_ended() {
        store.end(List.of(Ending.of(works.getFirst(), new End.Snoozed(Duration.ZERO), MEMBER)));
        bursts.done(done(works.subList(1, SIZE)), false);

        works = claim(MEMBER);
        assertThat(works).extracting(Work::attempt).containsExactly(1);
        bursts.settle(List.of(burst()));

        assertThat(leased()).containsExactly(works.getFirst().id());
        assertThat(store.end(done(works))).hasSize(1);
    }

    @Test
    void what_a_dead_member_had_is_given_back_but_for_what_is_done_and_its_late_ends_change_nothing() {
        bursts.done(done(works.subList(0, 2)), false);

        upkeep.release(new WorkUpkeepStore.Gone(MEMBER, "it died"), 100);

        assertThat(rows()).isZero();
        assertThat(bursts.done(done(works.subList(2, 3)), false)).isEmpty();
        assertThat(bursts.done(done(works.subList(2, 3)), true)).isEmpty();
        assertThat(store.end(done(works.subList(3, 4)))).isEmpty();
        bursts.lease(works.subList(4, SIZE));
        assertThat(leased()).isEmpty();
        assertThat(outcomes()).containsExactly(List.of("done", 2L), List.of("lost", SIZE - 2L));
        assertThat(claim(OTHER))
                .extracting(Work::id, Work::attempt)
                .containsExactlyElementsOf(works.subList(2, SIZE).stream()
                        .map(work -> tuple(work.id(), 2))
                        .toList());
    }

    @Test
    void a_transaction_that_ends_one_holds_up_none_of_the_others() throws Exception {
        try (var open = database.connect()) {
            open.setAutoCommit(false);
            bursts.lease(open, works.getFirst());

            assertThat(bursts.done(done(works.subList(1, 3)), false)).hasSize(2);
            bursts.lease(works.subList(3, 4));
            assertThat(bursts.settle(List.of(burst()))).as("while it is open").isFalse();
            assertThat(leased()).containsExactly(works.get(3).id());
            open.rollback();
        }
        assertThat(bursts.settle(List.of(burst()))).isTrue();
        assertThat(leased())
                .containsExactly(
                        works.get(0).id(), works.get(3).id(), works.get(4).id());
    }

    @Test
    void whoever_comes_while_a_transaction_ends_one_waits_for_it_and_finds_it_ended() throws Exception {
        var one = works.getFirst();
        try (var open = database.connect()) {
            open.setAutoCommit(false);
            bursts.lease(open, one);
            assertThat(store.on(db.on(open)).end(List.of(Ending.of(one.fence(), End.Done.PLAIN))))
                    .hasSize(1);
            var failure = Ending.of(one, new End.Retried(Duration.ZERO, "it did not commit"), MEMBER);
            var late = CompletableFuture.supplyAsync(() -> store.on(db).end(List.of(failure)));
            Await.until(
                    "it waits", () -> database.one("select count(*) from pg_locks where not granted", Long.class) == 1);

            open.commit();

            assertThat(late.join()).isEmpty();
        }
        assertThat(outcomes()).containsExactly(List.of("done", 1L));
        bursts.settle(List.of(burst()));
        assertThat(leased()).doesNotContain(one.id()).hasSize(SIZE - 1);
    }

    @Test
    void what_a_process_does_not_know_to_have_is_handed_back() {
        assertThat(store.handBackUnknown("default", MEMBER, List.of(), List.of()))
                .isEqualTo(SIZE);

        assertThat(claim(OTHER)).extracting(Work::attempt).containsOnly(1).hasSize(SIZE);
        assertThat(store.handBackUnknown("default", OTHER, List.of(), List.of(burst().id())))
                .as("not the burst of somebody else")
                .isEqualTo(SIZE);
    }

    @Test
    void what_is_in_a_burst_keeps_its_day() {
        assertThat(column("select howdah.work_needed(" + works.getFirst().id() + ", "
                        + works.getLast().id() + ")"))
                .containsExactly(true);
        assertThat(column("select howdah.work_alive(array[" + works.getFirst().id() + "])"))
                .containsExactly(works.getFirst().id());
    }
}
