// SPDX-License-Identifier: Apache-2.0
package io.howdah.site;

import java.util.List;

/** The documentation cannot be made into a site as it is; each thing that is wrong is named. */
final class BrokenSiteException extends RuntimeException {
    private final transient List<String> faults;

    BrokenSiteException(List<String> faults) {
        super((faults.size() == 1 ? "one thing is wrong:" : faults.size() + " things are wrong:")
                + "\n  "
                + String.join("\n  ", faults));
        this.faults = List.copyOf(faults);
    }

    List<String> faults() {
        return faults;
    }
}
