// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parts units into chains that share no key, so that chains may be handled side by side and each in its order. */
final class Chains {
    private final int[] root;

    private Chains(int units) {
        root = new int[units];
        for (int i = 0; i < units; i++) {
            root[i] = i;
        }
    }

    static List<List<EventUnit>> of(List<EventUnit> units) {
        var chains = new Chains(units.size());
        Map<String, Integer> firstWithKey = new HashMap<>();
        for (int i = 0; i < units.size(); i++) {
            for (var key : units.get(i).keys()) {
                var before = firstWithKey.putIfAbsent(key, i);
                chains.join(i, before == null ? i : before);
            }
        }
        var byRoot = new LinkedHashMap<Integer, List<EventUnit>>();
        for (int i = 0; i < units.size(); i++) {
            byRoot.computeIfAbsent(chains.find(i), first -> new ArrayList<>()).add(units.get(i));
        }
        return List.copyOf(byRoot.values());
    }

    private int find(int unit) {
        int at = unit;
        while (root[at] != at) {
            root[at] = root[root[at]];
            at = root[at];
        }
        return at;
    }

    private void join(int one, int other) {
        root[Math.max(find(one), find(other))] = Math.min(find(one), find(other));
    }
}
