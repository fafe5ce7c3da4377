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

    /** How many letters must be changed, put in or left out to make one of the other. */
    private static int distance(String one, String other) {
        var row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            var diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                var change = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
