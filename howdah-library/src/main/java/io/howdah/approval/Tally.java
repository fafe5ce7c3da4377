// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import io.howdah.approval.Case.CastVote;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts votes. Where voters must be distinct each counts for one rule, and they are matched to rules so that as many
 * places as possible are filled: somebody who satisfies two rules is never counted where he is not needed.
 */
final class Tally {
    private static final int NOBODY = -1;

    private final Case decided;
    private final List<CastVote> votes;

    /** Which rule each needed approval belongs to. */
    private final List<Integer> places = new ArrayList<>();

    private final int[] holders;

    private Tally(Case decided) {
        this.decided = decided;
        this.votes = decided.votes().stream().filter(CastVote::approves).toList();
        for (int rule = 0; rule < decided.rules().size(); rule++) {
            for (int i = 0; i < decided.rules().get(rule).needed(); i++) {
                places.add(rule);
            }
        }
        this.holders = new int[places.size()];
        Arrays.fill(holders, NOBODY);
    }

    static List<RuleProgress> of(Case decided) {
        var tally = new Tally(decided);
        return decided.distinctVoters() ? tally.distinct() : tally.shared();
    }

    private List<RuleProgress> shared() {
        var progress = new ArrayList<RuleProgress>();
        for (int rule = 0; rule < decided.rules().size(); rule++) {
            var count = 0;
            for (int vote = 0; vote < votes.size(); vote++) {
                count += counts(vote, rule) ? 1 : 0;
            }
            progress.add(progress(rule, count));
        }
        return progress;
    }

    private List<RuleProgress> distinct() {
        for (int vote = 0; vote < votes.size(); vote++) {
            place(vote, new boolean[holders.length]);
        }
        var progress = new ArrayList<RuleProgress>();
        for (int rule = 0; rule < decided.rules().size(); rule++) {
            var count = 0;
            for (int place = 0; place < holders.length; place++) {
                count += places.get(place) == rule && holders[place] != NOBODY ? 1 : 0;
            }
            progress.add(progress(rule, count));
        }
        return progress;
    }

    /** Finds a place for the vote, moving others to where they count as well. */
    private boolean place(int vote, boolean[] tried) {
        for (int place = 0; place < holders.length; place++) {
            if (tried[place] || !counts(vote, places.get(place))) {
                continue;
            }
            tried[place] = true;
            if (holders[place] == NOBODY || place(holders[place], tried)) {
                holders[place] = vote;
                return true;
            }
        }
        return false;
    }

    private boolean counts(int vote, int rule) {
        var cast = votes.get(vote);
        return decided.escalation().include(cast.represented(), cast.groups())
                || decided.rules().get(rule).approvers().include(cast.represented(), cast.groups());
    }

    private RuleProgress progress(int rule, int count) {
        var one = decided.rules().get(rule);
        return new RuleProgress(one.name(), one.needed(), count);
    }
}
