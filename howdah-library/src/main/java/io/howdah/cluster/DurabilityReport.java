// SPDX-License-Identifier: Apache-2.0
package io.howdah.cluster;

import java.util.List;
import java.util.Optional;

/** What was found when the database was asked how it keeps what it is given. */
public record DurabilityReport(Durability grade, String serverVersion, List<Finding> findings) {
    /**
     * One setting that matters.
     *
     * @param advice what to do about it; empty when it is as it should be
     */
    public record Finding(String subject, String found, Optional<String> advice) {
        @Override
        public String toString() {
            return subject + ": " + found
                    + advice.map(text -> " (" + text + ")").orElse("");
        }
    }

    /** Those that ask for something to be done. */
    public List<Finding> concerns() {
        return findings.stream().filter(finding -> finding.advice().isPresent()).toList();
    }
}
