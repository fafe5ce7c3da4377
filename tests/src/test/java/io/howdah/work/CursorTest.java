// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.Await;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where one looks for rows that have not been taken, and for those that became visible late. */
class CursorTest {
    private final Cursor cursor = new Cursor(1, 100);

    @BeforeEach
    void sweepFirst() {
        assertThat(cursor.after()).containsExactly(0);
        cursor.passed(0, 5_000);
        cursor.done();
    }

    /** Now and then it begins at the very beginning instead, which a slow machine may make happen here. */
    private void awaitNext(String what, long after, boolean moreAhead) {
        Await.until(what, () -> {
            cursor.after();
            cursor.done();
            if (moreAhead) {
                cursor.moreAhead();
            }
            return cursor.after()[0] == after;
        });
    }

    @Test
    void the_next_look_begins_a_window_before_where_the_last_one_ended() {
        awaitNext("it looks back", 4_900, false);
    }

    @Test
    void while_there_is_more_ahead_it_goes_on_where_it_ended_but_not_for_long() {
        awaitNext("it goes on where it ended", 5_000, true);

        Await.until("it looks back although there is more ahead", () -> {
            cursor.moreAhead();
            return cursor.after()[0] == 4_900;
        });
    }

    @Test
    void a_restart_looks_at_everything() {
        cursor.moreAhead();
        cursor.restart();

        assertThat(cursor.after()).containsExactly(0);
    }
}
