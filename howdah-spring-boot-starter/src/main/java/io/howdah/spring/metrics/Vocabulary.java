// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The values that labels have had: the first hundred of each, and {@code other} for all that come later, so that an
 * application which invents names cannot fill the memory of whoever keeps its figures. Thread-safe.
 */
final class Vocabulary {
    static final String OTHER = "other";
    private static final int MOST = 100;

    private final Map<String, Set<String>> words = new ConcurrentHashMap<>();

    /** The values as they are to be told, in the order of the meter's labels. */
    List<String> of(HowdahMeter meter, String... values) {
        var told = new ArrayList<String>(values.length);
        for (int i = 0; i < values.length; i++) {
            told.add(word(meter.labels().get(i), values[i]));
        }
        return told;
    }

    private String word(String label, String value) {
        var known = words.computeIfAbsent(label, name -> ConcurrentHashMap.newKeySet());
        if (known.contains(value)) {
            return value;
        }
        // Two threads may both find room for the last: the bound is for memory, not for arithmetic.
        if (known.size() < MOST) {
            known.add(value);
            return value;
        }
        return OTHER;
    }
}
