// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The first lines of the README, run. */
@HowdahTest
class FirstStepsTest {
    private DataSource pool;

    @Test
    void the_first_lines_of_the_readme_run(DataSource pool) {
        this.pool = pool;
        run();
    }

    private void run() {
        // snippet: first-steps
        DataSource dataSource = yourPool();

        try (var howdah = Howdah.builder(dataSource).name("orders-1").build()) {
            howdah.migrate(); // its own schema; no superuser, no extension
            howdah.start(); // joins the other processes

            for (var member : howdah.cluster().members()) { // the same answer from every process
                System.out.println(member.name() + " " + member.state() + " since " + member.startedAt());
            }
            System.out.println(howdah.cluster().durability()); // how safe this database keeps what it is given
        }
        // end
    }

    private DataSource yourPool() {
        return pool;
    }
}
