// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.DatabaseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.CannotCreateTransactionException;

class ProblemsTest {
    /** The code and its exception. The documentation has every code that there is: another test sees to it. */
    private static final Pattern CODE = Pattern.compile("\\| `([a-z-]+)` \\| `([A-Za-z]+Exception)` \\|.*");

    @Test
    void every_failure_of_the_library_has_a_status_that_fits() throws IOException {
        var seen = 0;
        for (var line : Files.readAllLines(Path.of("../docs/reference/error-codes.md"))) {
            var code = CODE.matcher(line);
            if (code.matches()) {
                seen++;
                assertThat(Problems.status(code.group(1))).as(line).isNotEqualTo(500);
            }
        }
        assertThat(seen).isGreaterThan(35);
    }

    @Test
    void a_transaction_that_got_no_connection_can_be_tried_again() {
        var told = new Problems().of(new CannotCreateTransactionException("no connection in time"));

        assertThat(told.status()).isEqualTo(503);
        assertThat(told.code()).isEqualTo("database-unreachable");
    }

    @Test
    void whoever_only_reads_is_not_asked_whether_it_took_effect() {
        var broken = DatabaseException.duringCommit(new SQLException("the connection broke", "08006"));

        assertThat(new Problems().of(broken).code()).isEqualTo("outcome-unknown");
        assertThat(new Problems().ofReading(broken).code()).isEqualTo("database-unreachable");
        assertThat(new Problems().ofReading(broken).detail()).contains("Nothing was changed; try again.");
    }
}
