// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import io.howdah.Howdah;
import org.postgresql.ds.PGSimpleDataSource;

/** A process that waits for no answer longer than a second, until its input ends. */
final class BoundProcess {
    private BoundProcess() {}

    public static void main(String[] arguments) throws Exception {
        try (var howdah = Howdah.open(source(arguments[0], arguments[1], arguments[2], 1))) {
            howdah.start();
            System.out.println("started");
            while (System.in.read() >= 0) {
                // Nothing is said to it.
            }
        }
    }

    /** @param patience in seconds, as the driver counts; none is for ever */
    static PGSimpleDataSource source(String url, String user, String password, int patience) {
        var source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setUser(user);
        source.setPassword(password);
        source.setSocketTimeout(patience);
        return source;
    }
}
