// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

class PermitsTest {
    private final Permits permits = new Permits(1);

    @Test
    void whoever_is_first_gets_the_permit_and_the_others_wait_for_it() {
        var waiting = new ArrayDeque<String>();
        waiting.add("one");
        waiting.add("two");

        assertThat(permits.next(waiting)).isEqualTo("one");
        assertThat(permits.next(waiting)).isNull();
        permits.release();
        assertThat(permits.next(waiting)).isEqualTo("two");
        permits.release();
        assertThat(permits.next(waiting)).isNull();
        assertThat(permits.taken()).isZero();
    }

    /** A worker that has ended looks for the next one in the moment in which a claim brings it. */
    @Test
    void one_who_comes_while_another_holds_the_permit_for_nobody_is_not_left_waiting() {
        var waiting = new ArrayDeque<String>() {
            private static final long serialVersionUID = 1;

            private boolean raced;

            @Override
            public String poll() {
                var first = super.poll();
                if (raced) {
                    return first;
                }
                // Somebody else took it; and another comes, who finds no permit.
                raced = true;
                add("late");
                assertThat(permits.next(this)).isNull();
                return null;
            }
        };
        waiting.add("early");

        assertThat(permits.next(waiting)).isEqualTo("late");
    }
}
