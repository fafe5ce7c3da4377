// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Names of queues and kinds and the numbers that stand for them in hot rows. A new name is written in a transaction of
 * its own, never in the caller's: others that use the same name must not wait for the caller's commit. Thread-safe.
 */
final class CatalogStore {
    private static final Sql QUEUE = Sql.of("select howdah.queue_id(:name) as id");
    private static final Sql KIND = Sql.of("select howdah.kind_id(:name) as id");

    private static final Sql FIND_QUEUE = Sql.of("select id from howdah.queue where name = :name");

    private static final Sql OPEN_GATE = Sql.of("select howdah.work_open_gate(:queue) as opened");

    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}");

    private final Db db;
    private final Map<String, Integer> queues = new ConcurrentHashMap<>();
    private final Map<String, Integer> kinds = new ConcurrentHashMap<>();
    private final Map<Integer, String> kindNames = new ConcurrentHashMap<>();
    private final Set<String> gated = ConcurrentHashMap.newKeySet();
    private volatile Runnable onGateOpened = () -> {};

    CatalogStore(Db db) {
        this.db = db;
    }

    int queue(String name) {
        var known = queues.get(name);
        return known != null ? known : queues.computeIfAbsent(require("queue", name), wanted -> ask(QUEUE, wanted));
    }

    /** Whether the queue is there; unlike its number, asking for this does not make it. */
    boolean isQueue(String name) {
        if (!queues.containsKey(name)) {
            db.run(FIND_QUEUE)
                    .set("name", name)
                    .optional(row -> row.integer("id"))
                    .ifPresent(id -> queues.put(name, id));
        }
        return queues.containsKey(name);
    }

    int kind(String name) {
        var known = kinds.get(name);
        if (known != null) {
            return known;
        }
        var id = ask(KIND, require("kind", name));
        kindNames.put(id, name);
        kinds.put(name, id);
        return id;
    }

    /** Only kinds that were asked for by name are ever claimed, so their names are known. */
    String kindName(int id) {
        var name = kindNames.get(id);
        if (name == null) {
            throw new IllegalStateException("kind " + id + " was claimed but never asked for");
        }
        return name;
    }

    /** Makes sure that the queue's inbox is looked at; said to everybody once. */
    void openGate(String queue) {
        if (!gated.contains(queue)) {
            var opened = db.run(OPEN_GATE).set("queue", queue(queue)).one(row -> row.bool("opened"));
            gated.add(queue);
            if (opened) {
                onGateOpened.run();
            }
        }
    }

    void onGateOpened(Runnable listener) {
        this.onGateOpened = listener;
    }

    private int ask(Sql sql, String name) {
        return db.run(sql).set("name", name).one(row -> row.integer("id"));
    }

    /** As the database would, before anybody waits for it. */
    static String require(String what, String name) {
        if (!ALLOWED.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the name of a " + what + " has 1 to 100 letters, digits or . _ : / - and"
                            + " begins with a letter or digit: \"" + name + "\"");
        }
        return name;
    }
}
