// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.access;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes changes to the log named {@code io.howdah.audit}: for applications that have no table for them. */
public final class LogJournal implements Journal {
    private static final Logger log = LoggerFactory.getLogger("io.howdah.audit");

    @Override
    public Entry begin(Change change) {
        return outcome -> log.info(
                "{} {} {} from {}: {}", change.actor(), change.action(), change.subject(), change.address(), outcome);
    }
}
