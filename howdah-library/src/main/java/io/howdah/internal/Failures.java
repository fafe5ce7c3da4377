// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Failures in words, for people to look at. Words are somebody's own code too, and may fail. */
public final class Failures {
    /** What the database keeps of it. */
    public static final int LONGEST = 10_000;

    private Failures() {}

    /** With its stack. */
    public static String describe(Throwable failure) {
        try {
            var text = new StringWriter();
            failure.printStackTrace(new PrintWriter(text));
            var whole = text.toString();
            return whole.length() > LONGEST ? whole.substring(0, LONGEST) : whole;
        } catch (RuntimeException | Error speechless) {
            return withoutWords(failure, speechless);
        }
    }

    /** What it says itself. */
    public static String brief(Throwable failure) {
        try {
            return failure.toString();
        } catch (RuntimeException | Error speechless) {
            return withoutWords(failure, speechless);
        }
    }

    private static String withoutWords(Throwable failure, Throwable speechless) {
        return failure.getClass().getName() + ", which cannot be described: "
                + speechless.getClass().getName();
    }
}
