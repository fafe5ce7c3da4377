// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import io.howdah.web.access.Role;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements behind API keys. */
final class KeyStore {
    private static final Sql CREATE = Sql.of("""
        insert into howdah.api_key (id, secret_hash, name, role, created_by, expires_at)
        values (:id, :hash, :name, :role, :by, howdah.now() + :valid::interval)
        """);

    private static final Sql LIST = Sql.of("""
        select id, name, role, created_by, created_at, expires_at, revoked_at, used_at
        from howdah.api_key
        order by revoked_at is not null, created_at desc
        limit 1000
        """);

    private static final Sql REVOKE = Sql.of("""
        update howdah.api_key
        set revoked_at = howdah.now()
        where id = :id
          and revoked_at is null
        """);

    private final Db db;

    KeyStore(Db db) {
        this.db = db;
    }

    void create(NewKey key) {
        db.run(CREATE)
                .set("id", key.id)
                .set("hash", key.secret.hash())
                .set("name", key.name)
                .set("role", key.role.word())
                .set("by", key.by)
                .set("valid", key.valid)
                .update();
    }

    List<ApiKey> list() {
        return db.run(LIST)
                .list(row -> new ApiKey(
                        row.string("id"),
                        row.string("name"),
                        Role.of(row.string("role")).orElseThrow(),
                        row.string("created_by"),
                        row.instant("created_at"),
                        Optional.ofNullable(row.instantOrNull("expires_at")),
                        Optional.ofNullable(row.instantOrNull("revoked_at")),
                        Optional.ofNullable(row.instantOrNull("used_at"))));
    }

    boolean revoke(String id) {
        return db.run(REVOKE).set("id", id).update() == 1;
    }

    record NewKey(
            String id,
            Token secret,
            String name,
            Role role,
            String by,
            @Nullable Duration valid) {}
}
