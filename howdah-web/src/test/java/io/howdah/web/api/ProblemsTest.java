// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

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
}
