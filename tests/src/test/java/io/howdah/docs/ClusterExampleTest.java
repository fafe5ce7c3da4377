// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import org.junit.jupiter.api.Test;

// snippet: test-kit
@HowdahTest // a real PostgreSQL database for this class, with the schema in place
class ClusterExampleTest {
    @Test
    void two_processes_see_each_other(TestDatabase database) {
        var one = database.howdah(builder -> builder.name("one"));
        var other = database.howdah(builder -> builder.name("other"));
        one.start();
        other.start();

        Await.until("both are there", () -> one.cluster().members().size() == 2);
    }
}
// end
