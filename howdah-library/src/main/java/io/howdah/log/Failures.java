// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Failures in words, for people to look at. */
final class Failures {
    private static final int LONGEST = 10_000;

    private Failures() {}

    /** With its stack. */
    static String describe(Throwable failure) {
        var text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        var whole = text.toString();
        return whole.length() > LONGEST ? whole.substring(0, LONGEST) : whole;
    }
}
