// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

/** Who decides something by hand, and why: kept for good with the decision. */
public record Decider(String who, String why) {
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_REASON = 2_000;

    public Decider {
        if (who.isBlank() || who.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("whoever decides has a name of 1 to 200 characters: \"" + who + "\"");
        }
        if (why.length() > LONGEST_REASON) {
            throw new IllegalArgumentException("a reason has at most 2000 characters, this one has " + why.length());
        }
    }
}
