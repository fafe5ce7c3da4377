// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.member;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** The statements behind membership. */
final class MemberStore {
    private static final Sql JOIN = Sql.of("""
        insert into howdah.member (id, name, host, pid, version, beat_every, wakeups)
        values (:id, :name, :host, :pid, :version, :beatEvery, left(:wakeups, 500))
        """);

    /** A member that was declared dead stays so: no row is changed, and that is how it learns it. */
    private static final Sql BEAT = Sql.of("""
        update howdah.member
        set beat_at = clock_timestamp(),
            state = :state,
            wakeups = left(:wakeups, 500)
        where id = :id
          and state in ('active', 'draining')
        """);

    private static final Sql LEAVE = Sql.of("""
        update howdah.member
        set state = 'left',
            ended_at = clock_timestamp()
        where id = :id
          and state in ('active', 'draining')
        """);

    /** Three beats missed. A beat that commits meanwhile is seen: the row is read again once its lock is had. */
    private static final Sql DECLARE_DEAD = Sql.of("""
        update howdah.member
        set state = 'dead',
            ended_at = clock_timestamp()
        where state in ('active', 'draining')
          and beat_at < clock_timestamp() - 3 * beat_every
        returning name
        """);

    private static final Sql FORGET = Sql.of("""
        delete from howdah.member
        where ended_at < clock_timestamp() - :keep::interval
          and released_at is not null
        """);

    private final Db db;

    MemberStore(Db db) {
        this.db = db;
    }

    void join(UUID id, Profile profile, String wakeups) {
        db.run(JOIN)
                .set("id", id)
                .set("name", profile.name())
                .set("host", profile.host())
                .set("pid", profile.pid())
                .set("version", profile.version())
                .set("beatEvery", profile.beatEvery())
                .set("wakeups", wakeups)
                .update();
    }

    /** False when the member has been declared dead. */
    boolean beat(UUID id, boolean draining, String wakeups) {
        return db.run(BEAT)
                        .set("id", id)
                        .set("state", draining ? "draining" : "active")
                        .set("wakeups", wakeups)
                        .update()
                == 1;
    }

    boolean leave(UUID id) {
        return db.run(LEAVE).set("id", id).update() == 1;
    }

    List<String> declareDead() {
        return db.run(DECLARE_DEAD).list(row -> row.string("name"));
    }

    long forget(Duration keep) {
        return db.run(FORGET).set("keep", keep).update();
    }
}
