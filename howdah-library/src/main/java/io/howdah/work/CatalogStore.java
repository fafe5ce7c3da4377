// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.FirstUse;
import io.howdah.internal.db.Sql;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that stand for queues and kinds in hot rows, and which queues have a gate. One that was made {@link #on}
 * a transaction remembers with the others, and asks as somebody does who holds a connection. Thread-safe, except that
 * one.
 */
final class CatalogStore {
    private static final Sql FIND_QUEUE =
            Sql.of("select id, made_at <> now() as settled from howdah.queue where name = :name");
    private static final Sql FIND_KIND =
            Sql.of("select id, made_at <> now() as settled from howdah.kind where name = :name");
    private static final Sql FIND_GATE = Sql.of("""
        select queue.id, gate.made_at <> now() as settled
        from howdah.queue
        join howdah.work_gate gate on gate.queue_id = queue.id
        where queue.name = :name
        """);

    private static final Sql QUEUE = Sql.of("select howdah.queue_id(:name) as id");
    private static final Sql KIND = Sql.of("select howdah.kind_id(:name) as id");
    private static final Sql OPEN_GATE = Sql.of("""
        select id, howdah.work_open_gate(id) as opened from howdah.queue_id(:name) as id
        """);

    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}");

    private final FirstUse<Integer> queues;
    private final FirstUse<Integer> kinds;
    private final FirstUse<Integer> gates;
    private final Map<Integer, String> kindNames;
    private final Runnable onGateOpened;
    private final @Nullable Db transaction;

    CatalogStore(Db db, Runnable onGateOpened) {
        this.queues = numbers(db, FIND_QUEUE);
        this.kinds = numbers(db, FIND_KIND);
        this.gates = numbers(db, FIND_GATE);
        this.kindNames = new ConcurrentHashMap<>();
        this.onGateOpened = onGateOpened;
        this.transaction = null;
    }

    private CatalogStore(CatalogStore shared, Db transaction) {
        this.queues = shared.queues;
        this.kinds = shared.kinds;
        this.gates = shared.gates;
        this.kindNames = shared.kindNames;
        this.onGateOpened = shared.onGateOpened;
        this.transaction = transaction;
    }

    CatalogStore on(Db transaction) {
        return new CatalogStore(this, transaction);
    }

    int queue(String name) {
        return number(queues, QUEUE, "queue", name);
    }

    /** The number of a queue that this process has used, without asking anybody. */
    Optional<Integer> knownQueue(String name) {
        return queues.known(name);
    }

    /** Whether the queue is there; unlike its number, asking for this does not make it. */
    boolean isQueue(String name) {
        return queues.find(name).isPresent();
    }

    int kind(String name) {
        var id = number(kinds, KIND, "type", name);
        kindNames.putIfAbsent(id, name);
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

    /** Makes sure that the queue's inbox is looked at; everybody is told when this process hears of it first. */
    void openGate(String queue) {
        if (gates.known(queue).isEmpty()) {
            var unused = number(gates, OPEN_GATE, "queue", queue);
            onGateOpened.run();
        }
    }

    private int number(FirstUse<Integer> numbers, Sql make, String what, String name) {
        var known = numbers.known(name);
        if (known.isPresent()) {
            return known.get();
        }
        require(what, name);
        return transaction == null
                ? numbers.get(name, on -> made(on, make, name))
                : numbers.get(transaction, name, on -> made(on, make, name));
    }

    private static int made(Db on, Sql make, String name) {
        return on.run(make).set("name", name).one(row -> row.integer("id"));
    }

    private static FirstUse<Integer> numbers(Db db, Sql find) {
        return new FirstUse<>(
                db,
                (on, name) -> on.run(find)
                        .set("name", name)
                        .optional(row -> new FirstUse.Found<>(row.integer("id"), row.bool("settled"))));
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
