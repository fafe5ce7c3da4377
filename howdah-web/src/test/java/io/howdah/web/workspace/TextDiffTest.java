// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TextDiffTest {
    @Test
    void equal_texts_have_no_difference() {
        assertThat(TextDiff.of("a\nb\n", "a\nb\n")).isEmpty();
        assertThat(TextDiff.of("", "")).isEmpty();
    }

    @Test
    void what_changed_is_shown_with_three_lines_around_it() {
        var before = lines(1, 20);
        var after = before.replace("line 10\n", "line ten\nand more\n");

        assertThat(shown(before, after))
                .containsExactly(
                        "@from line 7, now line 7",
                        " line 7",
                        " line 8",
                        " line 9",
                        "-line 10",
                        "+line ten",
                        "+and more",
                        " line 11",
                        " line 12",
                        " line 13");
    }

    @Test
    void a_new_text_is_all_added_and_one_that_is_gone_all_removed() {
        assertThat(shown("", "a\nb")).containsExactly("@from line 1, now line 1", "+a", "+b");
        assertThat(shown("a\nb", "")).containsExactly("@from line 1, now line 1", "-a", "-b");
    }

    @Test
    void texts_that_would_take_too_long_are_not_compared() {
        assertThat(shown(lines(1, 5_000), lines(10_000, 5_000)))
                .containsExactly("@too different to be compared line by line");
        assertThat(shown(lines(1, 5_000), lines(1, 5_000) + "more\n")).endsWith("+more");
    }

    @Test
    void removing_and_adding_what_is_shown_makes_one_text_of_the_other() {
        var random = new Random(17);
        for (int round = 0; round < 500; round++) {
            var before = words(random);
            var after = words(random);
            var diff = TextDiff.of(String.join("\n", before), String.join("\n", after));

            // Of so few lines none is left out, unless there is no difference.
            if (before.equals(after)) {
                assertThat(diff).isEmpty();
            } else {
                assertThat(kept(diff, '-')).isEqualTo(before);
                assertThat(kept(diff, '+')).isEqualTo(after);
            }
        }
    }

    private static List<String> kept(List<TextDiff.Line> diff, char kind) {
        return diff.stream()
                .filter(line -> line.kind() == kind || line.kind() == ' ')
                .map(TextDiff.Line::text)
                .toList();
    }

    private static List<String> words(Random random) {
        return IntStream.range(0, 1 + random.nextInt(4))
                .mapToObj(i -> Integer.toString(random.nextInt(3)))
                .toList();
    }

    private static String lines(int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(i -> "line " + i + "\n")
                .collect(Collectors.joining());
    }

    private static List<String> shown(String before, String after) {
        return TextDiff.of(before, after).stream()
                .map(line -> line.kind() + line.text())
                .toList();
    }
}
