// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.Schema;
import io.howdah.embedded.Postgres;
import io.howdah.test.Await;
import io.howdah.test.Together;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** Whoever reads from a standby during load sees a prefix of every partition, and whole units. */
class LogOnStandbyTest {
    private static final Topic TOPIC = Topic.of("orders").partitions(3);
    private static final Await.Capped SOON = Await.within(Duration.ofSeconds(60));
    private static final int WRITERS = 4;
    private static final int APPENDS = 300;

    @TempDir
    private Path directory;

    @Test
    void a_standby_never_shows_a_hole_nor_a_part_of_a_unit() throws Exception {
        var first = directory.resolve("primary");
        try (var postgres = Postgres.in(first).copied().start()) {
            Schema.on(dataSource(postgres)).migrate();
        }
        var second = directory.resolve("standby");
        copy(first, second);
        Files.createFile(second.resolve("data").resolve("standby.signal"));
        try (var primary = Postgres.in(first).copied().start();
                var standby = Postgres.in(second)
                        .copied()
                        .setting(
                                "primary_conninfo",
                                "host=127.0.0.1 port=%d user=%s password=%s"
                                        .formatted(primary.port(), primary.user(), primary.password()))
                        .start();
                var writing = pool(primary);
                var reading = pool(standby);
                var howdah = Howdah.builder(writing).readOnly(reading).build()) {
            howdah.log().create(TOPIC);
            howdah.start();
            SOON.until(
                    "the standby knows the topic",
                    () -> howdah.log().partitions(TOPIC).size() == TOPIC.partitions());

            var wrong = writeAndRead(howdah);

            assertThat(wrong).isEmpty();
            SOON.until(
                    "the standby has everything",
                    () -> howdah.log().partitions(TOPIC).stream()
                                    .mapToLong(PartitionInfo::next)
                                    .sum()
                            == WRITERS * APPENDS * 2);
        }
    }

    private static List<String> writeAndRead(Howdah howdah) {
        var wrong = new ArrayList<String>();
        var writersLeft = new CountDownLatch(WRITERS);
        var tasks = new ArrayList<Callable<Boolean>>();
        for (int writer = 0; writer < WRITERS; writer++) {
            tasks.add(() -> {
                for (int i = 0; i < APPENDS; i++) {
                    var event = NewEvent.of("t", "x").key("k" + i % 11);
                    howdah.log().appendAll(TOPIC, List.of(event, event));
                }
                writersLeft.countDown();
                return true;
            });
        }
        tasks.add(() -> {
            var places = new long[TOPIC.partitions()];
            while (writersLeft.getCount() > 0) {
                for (int partition = 0; partition < places.length; partition++) {
                    try {
                        for (var event : howdah.log().read(TOPIC, partition, places[partition], 1_000)) {
                            if (event.offset() != places[partition]++) {
                                wrong.add("a hole before " + event);
                            }
                        }
                    } catch (TopicException notYet) {
                        wrong.add(notYet.toString());
                    }
                    if (places[partition] % 2 != 0) {
                        wrong.add("half of a unit at " + partition + "/" + places[partition]);
                    }
                }
            }
            return true;
        });
        Together.run(tasks);
        return wrong;
    }

    private static HikariDataSource pool(Postgres postgres) {
        var config = new HikariConfig();
        config.setDataSource(dataSource(postgres));
        return new HikariDataSource(config);
    }

    private static DataSource dataSource(Postgres postgres) {
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(postgres.jdbcUrl("postgres"));
        dataSource.setUser(postgres.user());
        dataSource.setPassword(postgres.password());
        return dataSource;
    }

    private static void copy(Path from, Path to) throws Exception {
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
