// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The database of one test class, on a real server. Thread-safe. */
public final class TestDatabase {
    private static final String DIRECT = "howdah-test-direct";
    private static final String POOL = "howdah-test-pool";
    private static final int POOL_SIZE = 10;

    /**
     * Truncating is slow where there is nothing: hundreds of partitions have never had a row, so those are left alone.
     * So is what says how far the log's slices and the cluster's transactions have come, which no test undoes, except
     * that none begins in a future that a test has left.
     */
    private static final String EMPTY_TABLES = """
        do $$
        declare
          filled text;
        begin
          set local lock_timeout = '10s';
          select string_agg(c.oid::regclass::text, ', ') into filled from pg_class c
          where c.relnamespace = 'howdah'::regnamespace and c.relkind = 'r'
            and c.relname not in ('migration', 'log_tick', 'log_slice') and pg_relation_size(c.oid) > 0;
          if filled is not null then
            execute 'truncate ' || filled || ' restart identity cascade';
          end if;
          update howdah.log_slice
          set began_at = least(began_at, clock_timestamp()), ended_at = least(ended_at, clock_timestamp())
          where greatest(began_at, ended_at) > clock_timestamp();
        end
        $$
        """;

    private static final String REMEMBER_SCHEDULES = """
        create table if not exists howdah_test.due (schedule_id int primary key, next_at timestamptz);
        delete from howdah_test.due;
        insert into howdah_test.due select schedule_id, next_at from howdah.schedule_due;
        """;

    /**
     * Ids go on: an application remembers which it has had. Schedules that have ticked in a future that a test has left
     * tick next when they would have.
     */
    private static final String FORGET_WORK = """
        do $$
        declare
          filled text;
        begin
          set local lock_timeout = '10s';
          select string_agg(c.oid::regclass::text, ', ') into filled from pg_class c
          where c.relnamespace = 'howdah'::regnamespace and c.relkind = 'r' and pg_relation_size(c.oid) > 0
            and c.relname ~ '^(work_|job_|schedule_run|approval|notification)'
            and c.relname !~ '^(work_gate|notification_(endpoint|person|preference|group|template))$';
          if filled is not null then
            execute 'truncate ' || filled || ' cascade';
          end if;
          update howdah.log_slice
          set began_at = least(began_at, clock_timestamp()), ended_at = least(ended_at, clock_timestamp())
          where greatest(began_at, ended_at) > clock_timestamp();
          update howdah.schedule_due now set next_at = before.next_at
          from howdah_test.due before where before.schedule_id = now.schedule_id and before.next_at < now.next_at;
        end
        $$
        """;

    private static final String TAKEN = """
        select count(*) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name = ?
        """;

    private final TestServer server;
    private final TestAddress address;
    private final DataSource own;
    private final Sessions sessions;
    private final HikariDataSource pool;
    private final TestClock clock = new TestClock(this);
    private final List<Howdah> opened = new ArrayList<>();
    private final List<AutoCloseable> besides = new ArrayList<>();
    private volatile boolean terminated;

    TestDatabase(TestServer server, TestAddress address) {
        this.server = server;
        this.address = address;
        this.own = address.dataSource("howdah-test");
        this.sessions = new Sessions(address.reusable("howdah-test"));
        this.pool = new HikariDataSource(config(address));
    }

    private static HikariConfig config(TestAddress address) {
        var config = new HikariConfig();
        config.setPoolName(address.databaseName());
        config.setDataSource(address.dataSource(POOL));
        config.setMaximumPoolSize(POOL_SIZE);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(30_000);
        config.setInitializationFailTimeout(-1);
        return config;
    }

    public String jdbcUrl() {
        return address.url();
    }

    public String name() {
        return address.databaseName();
    }

    public String host() {
        return URI.create(address.url().substring("jdbc:".length())).getHost();
    }

    public int port() {
        return URI.create(address.url().substring("jdbc:".length())).getPort();
    }

    public String user() {
        return address.user();
    }

    public String password() {
        return address.password();
    }

    /** A pool of connections, as an application has. */
    public DataSource dataSource() {
        return pool;
    }

    /** A DataSource that opens a connection each time. */
    public DataSource direct() {
        return address.dataSource(DIRECT);
    }

    /** A DataSource that opens a connection each time, through a proxy in front of this database's server. */
    public DataSource through(TcpProxy proxy) {
        return new TestAddress(proxy.jdbcUrl(name()), user(), password()).dataSource(DIRECT);
    }

    /** A proxy in front of this database's server, without a fault, closed after the test. */
    public TcpProxy proxy() {
        return closedAfterTest(TcpProxy.to(host(), port()));
    }

    /** Has the Howdah deliver what it notifies people and programs of to one receiver, closed after the test. */
    public TestReceiver receiver(Howdah howdah, String... channels) {
        return closedAfterTest(TestReceiver.of(howdah, List.of(channels)));
    }

    /**
     * A receiver for an application that says itself how its Howdah delivers; it has to allow {@code 127.0.0.0/8}.
     * Closed after the test.
     */
    public TestReceiver webhookReceiver(Howdah howdah) {
        return closedAfterTest(TestReceiver.ofWebhooks(howdah));
    }

    public TestClock clock() {
        return clock;
    }

    /** A Howdah that is not started, closed after the test. */
    public Howdah howdah() {
        return howdah(builder -> builder);
    }

    /** A Howdah with choices of the test's own, closed after the test. */
    public Howdah howdah(UnaryOperator<Howdah.Builder> choices) {
        return opened(choices.apply(Howdah.builder(pool).direct(direct())));
    }

    /** A Howdah all of whose connections go through the proxy, closed after the test. */
    public Howdah howdahThrough(TcpProxy proxy) {
        return opened(Howdah.builder(through(proxy)));
    }

    private Howdah opened(Howdah.Builder builder) {
        var howdah = builder.build();
        synchronized (opened) {
            opened.add(howdah);
        }
        return howdah;
    }

    private <T extends AutoCloseable> T closedAfterTest(T one) {
        synchronized (besides) {
            besides.add(one);
        }
        return one;
    }

    /** A connection of the test's own, past pool and library. */
    public Connection connect() {
        try {
            return own.getConnection();
        } catch (SQLException failure) {
            throw new AssertionError("no connection to " + address.url(), failure);
        }
    }

    /** In a session that knows nothing of what was done before. */
    public void execute(String sql) {
        ask(sql, session -> TestSql.execute(session, sql));
    }

    /** The rows of a query; binds are {@code ?}. */
    public List<List<@Nullable Object>> query(String sql, @Nullable Object... binds) {
        return ask(sql, session -> TestSql.query(session, sql, binds));
    }

    private <T> T ask(String sql, Sessions.Question<T> question) {
        try {
            return sessions.ask(question);
        } catch (SQLException failure) {
            throw new AssertionError(sql + " failed: " + failure.getMessage(), failure);
        }
    }

    /** The one value of a query. */
    public <T> T one(String sql, Class<T> type, @Nullable Object... binds) {
        var rows = query(sql, binds);
        if (rows.size() != 1 || rows.getFirst().size() != 1 || rows.getFirst().getFirst() == null) {
            throw new AssertionError(sql + " gave not one value but " + rows);
        }
        return type.cast(rows.getFirst().getFirst());
    }

    /** Ends every session of this database but the asking one, as a failover or an administrator would. */
    public void terminateConnections() {
        terminated = true;
        query("select pg_terminate_backend(pid) from pg_stat_activity"
                + " where datname = current_database() and pid <> pg_backend_pid()");
    }

    void closeAll() {
        List<Howdah> closing;
        synchronized (opened) {
            closing = List.copyOf(opened);
            opened.clear();
        }
        // Each takes leave of others and waits a little; together they take no longer than one.
        Together.run(closing.stream().map(TestDatabase::closing).toList());
        List<AutoCloseable> last;
        synchronized (besides) {
            last = List.copyOf(besides);
            besides.clear();
        }
        Together.run(last.stream().map(TestDatabase::closing).toList());
    }

    private static Callable<Boolean> closing(AutoCloseable one) {
        return () -> {
            one.close();
            return true;
        };
    }

    /** What a test has closed may take this long to be gone. */
    void requireNothingLeaked(Duration patience) {
        var soon = Await.within(patience);
        soon.until("loops have ended: " + loops(), () -> loops().isEmpty());
        soon.until(
                "connections are back in the pool",
                () -> pool.getHikariPoolMXBean() == null
                        || pool.getHikariPoolMXBean().getActiveConnections() == 0);
        soon.until("direct connections are closed", () -> one(TAKEN, Long.class, DIRECT) == 0);
    }

    private static List<String> loops() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("howdah-"))
                .toList();
    }

    void reset() {
        execute(TestClock.RESET + EMPTY_TABLES);
        if (terminated) {
            // The pool may hold sessions that it does not know to be dead, and the next test is not about that.
            pool.getHikariPoolMXBean().softEvictConnections();
            terminated = false;
        }
    }

    void rememberSchedules() {
        execute(REMEMBER_SCHEDULES);
    }

    /** Between two tests of an application that goes on: what it has declared, and the log, stay. */
    void forgetWork() {
        execute(TestClock.RESET + FORGET_WORK);
    }

    /** As {@link #drop}, except that what is on our own server goes with it: both may end at the same time. */
    void release() {
        if (server.isOurs()) {
            pool.close();
        } else {
            drop();
        }
    }

    void drop() {
        pool.close();
        sessions.close();
        server.dropDatabase(address.databaseName());
    }
}
