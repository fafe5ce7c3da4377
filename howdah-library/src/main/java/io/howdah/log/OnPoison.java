// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

/** What happens to a unit that the handler cannot cope with, however often it is tried. */
public enum OnPoison {
    /** The partition stands still until somebody decides. */
    STOP,
    /** The unit is put aside until somebody decides, and so is, in order, everything later with a key of its own. */
    PARK_KEY,
    /** The unit is put aside for good, and everything else goes on. */
    DEAD_LETTER
}
