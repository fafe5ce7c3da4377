// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.lock.Candidacy;
import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockHandle;
import io.howdah.lock.LockName;
import io.howdah.lock.Locks;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The code of the page on locks, run. */
@HowdahTest
class LocksPageTest {
    private static final Logger log = LoggerFactory.getLogger(LocksPageTest.class);

    private final List<Object> reports = new CopyOnWriteArrayList<>();

    @Test
    void the_page_on_locks_runs(Howdah howdah, TestDatabase database) throws Exception {
        database.execute("drop table if exists booking; create table booking (amount int)");
        howdah.start();

        book(howdah.locks(), database.dataSource());
        recipes(howdah.locks());
        try (var candidacy = stand(howdah.locks())) {
            Await.until("it leads", candidacy::isLeader);
        }

        assertThat(database.one("select count(*) from booking", Long.class)).isOne();
        assertThat(reports).hasSize(4).contains("ada@example.com");
    }

    private static void write(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("insert into booking values (42)");
        }
    }

    private boolean report(Object... what) {
        return reports.add(what.length == 0 ? "" : what[0]);
    }

    private static void compact(LockHandle term) throws InterruptedException {
        assertThat(term.isHeld()).isTrue();
        new CountDownLatch(1).await();
    }

    // snippet: locks
    static final LockName INVOICES = LockName.of("billing", "invoices");

    void book(Locks locks, DataSource dataSource) throws Exception {
        try (var lock = locks.acquire(INVOICES, Duration.ofSeconds(10))) {
            lock.onLost(why -> log.warn("Somebody else may be booking: {}", why));
            try (var connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                write(connection);
                lock.fence(connection); // from here on: commits before anybody else has the lock, or not at all
                connection.commit();
            }
        }
    }
    // end

    // snippet: lock-recipes
    void recipes(Locks locks) throws Exception {
        // interrupted after a minute; the lock is released when the work has really ended
        locks.withLock(INVOICES, Duration.ofMinutes(1), lock -> report());
        // all or none, without deadlocks
        try (var both = locks.acquireAll(List.of(INVOICES, LockName.of("billing", "taxes")), Duration.ofSeconds(5))) {
            report(both.handles());
        }
        // at most one of many machines does it at 3 o'clock, although their clocks differ
        locks.tryLease(LockName.of("cron", "03:00"), LeaseOptions.standard().minHold(Duration.ofMinutes(5)))
                .ifPresent(LockHandle::close);
        // three at the same time
        try (var permit =
                locks.lease(LockName.of("api", "slow"), LeaseOptions.standard().permits(3), Duration.ofSeconds(5))) {
            report(permit.token());
        }
        // names that people write differently
        var mailbox = LockName.ignoringCase("users", " Ada@Example.com ");
        report(mailbox.name()); // ada@example.com
    }
    // end

    // snippet: lock-leader
    Candidacy stand(Locks locks) {
        return locks.campaign(LockName.of("cluster", "compactor"), LeaseOptions.standard(), term -> {
            while (!Thread.interrupted()) {
                compact(term); // term.fence(connection) protects what it writes
            }
        });
    }
    // end
}
