// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.howdah.DatabaseException;
import io.howdah.Schema;
import io.howdah.SchemaException;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

@HowdahTest
class MigrationsTest {
    private static final SchemaName FRESH = new SchemaName("fresh");
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Migration ONE = step(1, 1, "create table howdah.one (id int)");
    private static final Migration TWO = step(2, 1, "create table howdah.two (id int)");
    private static final Migration BREAKING = step(2, 2, "create table howdah.two (id int)");
    private static final Migration FAILING = step(2, 1, "create table howdah.two (id int); select 1 / 0");

    private TestDatabase database;

    @BeforeEach
    void no_schema(TestDatabase database) {
        this.database = database;
        database.execute("drop schema if exists fresh cascade");
    }

    @Test
    void steps_are_applied_once_and_in_order() {
        assertThat(migrations(ONE, TWO).migrate()).isEqualTo(2);
        assertThat(migrations(ONE, TWO).migrate()).isZero();

        assertThat(versions()).containsExactly(1, 2);
        assertThat(tables()).containsExactly("migration", "one", "two");
    }

    @Test
    void many_processes_at_once_migrate_once() {
        var racers = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 8; i++) {
            racers.add(() -> migrations(ONE, TWO).migrate());
        }

        var steps = Together.run(racers);

        assertThat(steps.stream().mapToInt(Integer::intValue).sum()).isEqualTo(2);
        assertThat(versions()).containsExactly(1, 2);
    }

    @Test
    void a_step_that_fails_leaves_nothing_of_itself_and_can_be_run_again() {
        assertThatThrownBy(() -> migrations(ONE, FAILING).migrate()).hasMessageContaining("division by zero");

        assertThat(versions()).containsExactly(1);
        assertThat(tables()).containsExactly("migration", "one");
        assertThat(migrations(ONE, TWO).migrate()).isEqualTo(1);
    }

    @Test
    void a_step_that_was_changed_after_its_release_is_refused() {
        migrations(ONE).migrate();

        var changed = step(1, 1, "create table howdah.one (id bigint)");

        var failure = catchThrowableOfType(
                SchemaException.class, () -> migrations(changed, TWO).migrate());
        assertThat(failure.code()).isEqualTo("schema-changed");
        assertThat(failure).hasMessageContaining("0001_step");
        assertThat(versions()).containsExactly(1);
    }

    @Test
    void a_schema_that_a_newer_version_has_changed_incompatibly_is_refused() {
        migrations(ONE, BREAKING).migrate();

        for (var old : List.<Runnable>of(
                () -> migrations(ONE).check(), () -> migrations(ONE).migrate())) {
            var failure = catchThrowableOfType(SchemaException.class, old::run);
            assertThat(failure.code()).isEqualTo("schema-newer");
            assertThat(failure).hasMessageContaining("version 2").hasMessageContaining("version 1");
        }
    }

    @Test
    void a_schema_that_a_newer_version_has_only_expanded_can_be_used() {
        migrations(ONE, TWO).migrate();

        migrations(ONE).check();
        assertThat(migrations(ONE).migrate()).isZero();
    }

    @Test
    void a_missing_and_an_older_schema_are_told_apart() {
        assertThat(catchThrowableOfType(
                                SchemaException.class, () -> migrations(ONE).check())
                        .code())
                .isEqualTo("schema-missing");

        migrations(ONE).migrate();

        assertThat(catchThrowableOfType(
                                SchemaException.class,
                                () -> migrations(ONE, TWO).check())
                        .code())
                .isEqualTo("schema-older");
    }

    @Test
    void whoever_cannot_have_the_lock_in_time_fails_and_changes_nothing() throws Exception {
        try (var holder = database.connect()) {
            holder.setAutoCommit(false);
            Db.of(holder, FRESH)
                    .run(Sql.of("select pg_advisory_xact_lock(hashtextextended('howdah.migrate.fresh', 0))"))
                    .execute();

            var impatient = Migrations.of(db(), List.of(ONE), Roles.NONE, Duration.ofMillis(200));
            var failure = catchThrowableOfType(SchemaException.class, impatient::migrate);

            assertThat(failure.code()).isEqualTo("schema-busy");
            assertThat(tables()).isEmpty();
        }
    }

    @Test
    void where_nothing_is_missing_nobody_waits_for_a_lock() throws Exception {
        migrations(ONE, TWO).migrate();
        try (var holder = database.connect()) {
            holder.setAutoCommit(false);
            Db.of(holder, FRESH)
                    .run(Sql.of("select pg_advisory_xact_lock(hashtextextended('howdah.migrate.fresh', 0))"))
                    .execute();

            assertThat(migrations(ONE, TWO).migrate()).isZero();
        }
    }

    @Test
    void the_last_step_is_not_there_without_the_grants() {
        var toNobody = new Roles(Optional.of("nobody_at_all"), Optional.empty());

        assertThatThrownBy(() -> Migrations.of(db(), List.of(ONE, TWO), toNobody, PATIENCE)
                        .migrate())
                .hasMessageContaining("nobody_at_all");

        assertThat(versions()).containsExactly(1);
    }

    @Test
    void a_schema_that_was_made_before_may_be_migrated_by_a_role_that_may_not_make_schemas() {
        database.execute("drop role if exists lowly; create role lowly login password 'lowly';"
                + " create schema fresh authorization lowly");

        Migrations.of(Db.of(as("lowly"), FRESH), List.of(ONE), Roles.NONE, PATIENCE)
                .migrate();

        assertThat(versions()).containsExactly(1);
        database.execute("drop schema fresh cascade; drop role lowly");
    }

    @Test
    void the_printed_script_does_the_same_as_migrating() {
        var script = Schema.on(database.dataSource()).named("fresh").sql();
        assertThat(script).startsWith("\\set ON_ERROR_STOP on\nbegin;").endsWith("commit;\n");

        database.execute(script.replaceFirst("\\\\set.*\n", ""));

        Schema.on(database.dataSource()).named("fresh").check();
        assertThat(Schema.on(database.dataSource()).named("fresh").migrate()).isZero();
        assertThat(Schema.on(database.dataSource()).named("fresh").sql()).contains("up to date");
    }

    @Test
    void the_application_may_change_rows_and_the_reader_may_look_at_views() {
        database.execute("drop role if exists app; create role app login password 'app';"
                + " drop role if exists looker; create role looker login password 'looker'");
        Schema.on(database.dataSource())
                .named("fresh")
                .applicationRole("app")
                .readerRole("looker")
                .migrate();

        var app = Db.of(as("app"), FRESH);
        app.run(Sql.of("delete from howdah.member")).update();
        app.run(Sql.of("select howdah.now()")).execute();
        requireRefused(app, "create table howdah.more (id int)");
        requireRefused(app, "delete from howdah.migration");
        var looker = Db.of(as("looker"), FRESH);
        looker.run(Sql.of("select * from howdah.members")).execute();
        requireRefused(looker, "select * from howdah.member");
        requireRefused(looker, "delete from howdah.members");
        requireRefused(looker, "select howdah.work_partitions(1, interval '0')");

        database.execute(
                "drop schema fresh cascade; drop owned by app; drop role app; drop owned by looker; drop role looker");
    }

    @Test
    void the_application_goes_on_after_a_crash_of_the_database_with_the_rights_that_it_has() {
        database.execute("drop role if exists app; create role app login password 'app'");
        Schema.on(database.dataSource()).named("fresh").applicationRole("app").migrate();
        // As recovery leaves what is not logged.
        database.execute("truncate fresh.lock_epoch, fresh.log_witness");

        var app = Db.of(as("app"), FRESH);
        app.run(Sql.of("select howdah.try_lock('shop', 'nightly', 'exclusive')"))
                .execute();
        app.run(Sql.of("select * from howdah.acquire_lease('shop', 'lease', 'test', interval '1 min')"))
                .execute();
        app.run(Sql.of("select howdah.log_attest(true)")).execute();
        assertThat(database.query("select from fresh.lock_epoch")).hasSize(1);

        database.execute("drop schema fresh cascade; drop owned by app; drop role app");
    }

    private static void requireRefused(Db db, String statement) {
        var failure = catchThrowableOfType(
                DatabaseException.class, () -> db.run(Sql.of(statement)).execute());
        assertThat(failure.sqlState()).as(statement).isEqualTo("42501");
    }

    private DataSource as(String role) {
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(database.jdbcUrl());
        dataSource.setUser(role);
        dataSource.setPassword(role);
        return dataSource;
    }

    private Migrations migrations(Migration... steps) {
        return Migrations.of(db(), List.of(steps), Roles.NONE, PATIENCE);
    }

    private Db db() {
        return Db.of(database.dataSource(), FRESH);
    }

    private List<Object> versions() {
        return database.query("select version from fresh.migration order by version").stream()
                .<Object>map(List::getFirst)
                .toList();
    }

    private List<Object> tables() {
        return database
                .query("select tablename::text from pg_tables where schemaname = 'fresh' order by tablename")
                .stream()
                .<Object>map(List::getFirst)
                .toList();
    }

    private static Migration step(int version, int oldestCompatible, String script) {
        return Migration.of(
                "%04d_step".formatted(version), "-- oldest-compatible: " + oldestCompatible + "\n" + script + ";\n");
    }
}
