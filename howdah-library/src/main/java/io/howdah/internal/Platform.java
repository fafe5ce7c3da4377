// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal;

import io.howdah.Codec;
import io.howdah.CurrentTransaction;
import io.howdah.Observer;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Wakeups;
import io.howdah.internal.loop.Backgrounds;
import io.howdah.internal.member.Membership;
import io.howdah.internal.trace.Traces;
import javax.sql.DataSource;

/**
 * What a capability is given to stand on.
 *
 * @param reads where lists that may lag behind are read: a standby, or the same database
 * @param transaction the one that the calling thread is in, which verbs that were given no connection join
 * @param observer is told what happens; asked for nothing
 * @param backgrounds where a capability registers what it runs in the background
 */
public record Platform(
        DataSource dataSource,
        Db db,
        Db reads,
        Wakeups wakeups,
        Membership membership,
        Codec codec,
        Traces traces,
        CurrentTransaction transaction,
        Observer observer,
        Backgrounds backgrounds) {}
