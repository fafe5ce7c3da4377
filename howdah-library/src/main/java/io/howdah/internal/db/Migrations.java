// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import io.howdah.DatabaseException;
import io.howdah.SchemaException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the schema to the version of this build: plain numbered scripts, forward only, one transaction each, under a
 * lock that only one process can hold. A process that dies in the middle leaves whole steps behind, never half a one.
 */
public final class Migrations {
    private static final Logger log = LoggerFactory.getLogger(Migrations.class);

    /** PostgreSQL's code for a lock that could not be had in time. */
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /** The lock ends with the transaction, so it works through a pooler and nothing can leave it behind. */
    private static final Sql LOCK =
            Sql.of("select pg_advisory_xact_lock(hashtextextended('howdah.migrate.' || :schema, 0))");

    private static final Sql TIMEOUTS = Sql.of("""
        select set_config('lock_timeout', :lockTimeout, true), set_config('statement_timeout', '0', true)
        """);

    /** By the tables: to_regclass remembers that there was nothing, also while somebody else made it. */
    private static final Sql EXISTS = Sql.of("""
        select exists (select from pg_namespace where nspname = :schema) as schema,
               exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                       where n.nspname = :schema and c.relname = 'migration') as history
        """);

    private static final Sql APPLIED = Sql.of("""
        select version, checksum, oldest_compatible
        from howdah.migration
        order by version
        """);

    private static final Sql RECORD = Sql.of("""
        insert into howdah.migration (version, name, checksum, oldest_compatible)
        values (:version, :name, :checksum, :oldestCompatible)
        """);

    private final Db db;
    private final List<Migration> migrations;
    private final MigrationScript script;
    private final Duration patience;

    private Migrations(Db db, List<Migration> migrations, Roles roles, Duration patience) {
        this.db = db;
        this.migrations = migrations;
        this.script = new MigrationScript(db.schema(), roles);
        this.patience = patience;
    }

    public static Migrations on(DataSource dataSource, SchemaName schema, Roles roles, Duration patience) {
        return of(Db.of(dataSource, schema), Migration.ALL, roles, patience);
    }

    static Migrations of(Db db, List<Migration> migrations, Roles roles, Duration patience) {
        return new Migrations(db, migrations, roles, patience);
    }

    /**
     * Applies what is missing; the answer is how many steps that were. Several processes may do so at once. Where
     * nothing is missing, as at almost every start, nothing is locked or written.
     */
    public int migrate() {
        if (!script.hasRoles() && isComplete()) {
            return 0;
        }
        int steps = 0;
        int pending;
        do {
            pending = applyNext();
            steps += Math.min(pending, 1);
        } while (pending > 1);
        return steps;
    }

    /** What {@link #migrate} would run now, as one script for psql. */
    public String pendingSql() {
        return db.tx(tx -> {
            var history = history(tx);
            return script.of(history.pending(migrations), history.exists());
        });
    }

    /** Throws unless processes of this build can work on the schema as it is. */
    public void check() {
        var history = db.tx(this::history);
        history.requireUsable(migrations, db.schema().value());
    }

    /** The last step and the grants are one transaction, so whoever sees that step sees them too. */
    private boolean isComplete() {
        var history = db.tx(this::history);
        history.requireKnown(migrations, db.schema().value());
        return history.pending(migrations).isEmpty();
    }

    /** The answer is how many steps were missing before it. */
    private int applyNext() {
        try {
            return db.tx(this::applyNextIn);
        } catch (DatabaseException failure) {
            if (LOCK_NOT_AVAILABLE.equals(failure.sqlState())) {
                throw SchemaException.busy(db.schema().value(), "another transaction holds a lock that it needs");
            }
            throw failure;
        }
    }

    private int applyNextIn(Db tx) throws SQLException {
        setLockTimeout(tx, patience);
        tx.run(LOCK).set("schema", db.schema().value()).execute();
        // A table lock that is waited for blocks everybody behind it: rather fail and be run again.
        setLockTimeout(tx, Duration.ofSeconds(5));
        var history = history(tx);
        history.requireKnown(migrations, db.schema().value());
        var pending = history.pending(migrations);
        if (!history.exists()) {
            tx.script(script.bootstrap(schemaExists(tx)));
        }
        if (!pending.isEmpty()) {
            apply(tx, pending.getFirst());
        }
        if (pending.size() <= 1) {
            tx.script(script.grants());
        }
        return pending.size();
    }

    private void apply(Db tx, Migration migration) {
        tx.script(migration.script());
        tx.run(RECORD)
                .set("version", migration.version())
                .set("name", migration.name())
                .set("checksum", migration.checksum())
                .set("oldestCompatible", migration.oldestCompatible())
                .update();
        log.info("Migrated schema {} to {}", db.schema(), migration.name());
    }

    private static void setLockTimeout(Db tx, Duration timeout) {
        tx.run(TIMEOUTS).set("lockTimeout", timeout.toMillis() + "ms").execute();
    }

    private boolean schemaExists(Db tx) {
        return tx.run(EXISTS).set("schema", db.schema().value()).one(row -> row.bool("schema"));
    }

    private History history(Db tx) {
        if (!tx.run(EXISTS).set("schema", db.schema().value()).one(row -> row.bool("history"))) {
            return new History(false, List.of());
        }
        return new History(
                true,
                tx.run(APPLIED)
                        .list(row -> new Applied(
                                row.integer("version"), row.string("checksum"), row.integer("oldest_compatible"))));
    }

    private record Applied(int version, String checksum, int oldestCompatible) {}

    private record History(boolean exists, List<Applied> steps) {
        List<Migration> pending(List<Migration> known) {
            return known.stream()
                    .filter(migration -> migration.version() > version())
                    .toList();
        }

        int version() {
            return steps.isEmpty() ? 0 : steps.getLast().version();
        }

        /** Steps that we do not know must allow processes of our version, and those we know must be the same. */
        void requireKnown(List<Migration> known, String schema) {
            var newest = known.getLast().version();
            if (steps.stream().anyMatch(step -> step.version() > newest && step.oldestCompatible() > newest)) {
                throw SchemaException.newer(schema, version(), newest);
            }
            Map<Integer, Migration> byVersion = known.stream().collect(Collectors.toMap(Migration::version, m -> m));
            for (var step : steps) {
                Optional.ofNullable(byVersion.get(step.version()))
                        .filter(migration -> !migration.checksum().equals(step.checksum()))
                        .ifPresent(migration -> {
                            throw SchemaException.changed(schema, migration.name());
                        });
            }
        }

        void requireUsable(List<Migration> known, String schema) {
            if (!exists) {
                throw SchemaException.missing(schema);
            }
            requireKnown(known, schema);
            if (version() < known.getLast().version()) {
                throw SchemaException.older(schema, version(), known.getLast().version());
            }
        }
    }
}
