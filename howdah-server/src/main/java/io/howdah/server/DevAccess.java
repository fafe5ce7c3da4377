// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.server.account.Accounts;
import io.howdah.server.account.Keys;
import io.howdah.server.account.Links;
import io.howdah.server.client.Target;
import io.howdah.web.access.Role;
import java.io.IOException;
import java.util.Optional;

/**
 * How the person at this machine gets in: by a link that works once, and with a key for commands, kept in a file that
 * only they can read.
 */
record DevAccess(String loginLink, String key) {
    private static final String ACCOUNT = "dev";

    static DevAccess in(DevDirectory directory, DevDatabase database, ReplicaProcess first) throws IOException {
        var db = Db.of(DataSources.direct(database.address(), "howdah-dev"), SchemaName.DEFAULT);
        var link = Links.of(first.address(), new Accounts(db).loginLink(ACCOUNT, Role.ADMIN));
        var known = Target.in(directory.client());
        var key = known.isPresent()
                ? known.get().key()
                : new Keys(db).create("commands on this machine", Role.ADMIN, ACCOUNT, Optional.empty());
        new Target(first.address(), key).write(directory.client());
        return new DevAccess(link, key);
    }

    @Override
    public String toString() {
        return "DevAccess[***]";
    }
}
