// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.access.Journal;

/** Writes every change down in the database, before it is made. */
final class DatabaseJournal implements Journal {
    private final AuditStore store;
    private final String member;

    DatabaseJournal(AuditStore store, String member) {
        this.store = store;
        this.member = member;
    }

    @Override
    public Entry begin(Change change) {
        var id = store.begin(change, member);
        return outcome -> store.end(id, outcome);
    }
}
