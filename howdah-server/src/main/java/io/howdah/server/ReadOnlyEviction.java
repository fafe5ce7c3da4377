// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/** Throws a connection out of the pool when its server says that it is read-only: a primary that is one no more. */
public final class ReadOnlyEviction implements SQLExceptionOverride {
    private static final String READ_ONLY_TRANSACTION = "25006";

    /** Called by the pool, which makes it by name. */
    public ReadOnlyEviction() {}

    @java.lang.Override
    public Override adjudicate(SQLException failure) {
        return READ_ONLY_TRANSACTION.equals(failure.getSQLState()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
    }
}
