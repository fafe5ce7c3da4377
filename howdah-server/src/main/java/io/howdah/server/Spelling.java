// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** What somebody may have meant who wrote a word that is not known. */
public final class Spelling {
    private Spelling() {}

    /** The nearest of those that are known, if it is no further away than so many letters. */
    public static Optional<String> nearest(String word, Stream<String> known, int furthest) {
        record Candidate(String word, int distance) {}
        return known.map(each -> new Candidate(each, distance(word, each)))
                .filter(candidate -> candidate.distance <= furthest)
                .min(Comparator.comparingInt(Candidate::distance))
                .map(Candidate::word);
    }

    /** How many letters must be changed, put in, left out or swapped with the next to make one of the other. */
    private static int distance(String one, String other) {
        var before = new int[other.length() + 1];
        var last = new int[other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            var row = new int[other.length() + 1];
            for (int j = 0; j <= other.length(); j++) {
                row[j] = i + j;
                if (i > 0 && j > 0) {
                    var change = last[j - 1] + (same(one, i, other, j) ? 0 : 1);
                    row[j] = Math.min(change, Math.min(last[j], row[j - 1]) + 1);
                }
                if (i > 1 && j > 1 && same(one, i, other, j - 1) && same(one, i - 1, other, j)) {
                    row[j] = Math.min(row[j], before[j - 2] + 1);
                }
            }
            before = last;
            last = row;
        }
        return last[other.length()];
    }

    private static boolean same(String one, int i, String other, int j) {
        return one.charAt(i - 1) == other.charAt(j - 1);
    }
}
