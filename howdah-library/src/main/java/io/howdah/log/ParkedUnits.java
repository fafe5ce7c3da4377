// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.log.ParkStore.Blocking;
import io.howdah.log.ParkStore.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The units of one partition that were put aside, in order, and the keys that therefore wait. */
final class ParkedUnits {
    private List<Blocking> units = List.of();
    private Set<String> keys = Set.of();

    void load(Collection<Blocking> parked) {
        units = List.copyOf(parked);
        var waiting = new HashSet<String>();
        units.forEach(unit -> waiting.addAll(unit.keys()));
        keys = waiting;
    }

    int size() {
        return units.size();
    }

    /**
     * Those that have to wait for a unit that was put aside. One that waits makes its other keys wait too, or events
     * with those would overtake it.
     */
    List<Blocking> waitingAmong(List<EventUnit> later) {
        if (units.isEmpty()) {
            return List.of();
        }
        var blocked = new HashSet<>(keys);
        var waiting = new ArrayList<Blocking>();
        for (var unit : later) {
            var own = unit.keys();
            if (!Collections.disjoint(own, blocked)) {
                blocked.addAll(own);
                waiting.add(new Blocking(unit.first(), unit.last(), own, State.WAITING, 0));
            }
        }
        return waiting;
    }

    /** The first that may be tried: not one that waits for a decision, nor one behind another with a key of its own. */
    Optional<Blocking> next() {
        var before = new HashSet<String>();
        for (var unit : units) {
            if (unit.state() != State.FAILED && Collections.disjoint(unit.keys(), before)) {
                return Optional.of(unit);
            }
            before.addAll(unit.keys());
        }
        return Optional.empty();
    }
}
