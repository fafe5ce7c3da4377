// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static io.howdah.Servers.copied;
import static io.howdah.Servers.dataSource;
import static io.howdah.Servers.migrated;
import static io.howdah.Servers.standby;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.embedded.Postgres;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.test.Await;
import io.howdah.test.Together;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever reads from a standby during load sees a prefix of every partition, and whole units. */
class LogOnStandbyTest {
    private static final Topic TOPIC = Topic.of("orders").partitions(3);
    private static final Topic STATES = Topic.of("states")
            .partitions(1)
            .compacted(Compaction.standard().minLag(Duration.ZERO).tombstones(Duration.ZERO));
    private static final List<String> KEYS = List.of("ada", "bea", "cy");
    private static final Await.Capped SOON = Await.within(Duration.ofSeconds(60));
    private static final int WRITERS = 4;
    private static final int APPENDS = 300;

    @TempDir
    private Path directory;

    /** What is done on a primary whose standby is read. */
    private interface Doing {
        void with(Howdah howdah, DataSource primary) throws Exception;
    }

    private void onBoth(Topic topic, Doing doing) throws Exception {
        var first = migrated(directory.resolve("primary"));
        var second = copied(first, directory.resolve("standby"), "standby.signal");
        try (var primary = Postgres.in(first).copied().start();
                var standby = standby(second, primary);
                var writing = pool(primary);
                var reading = pool(standby);
                var howdah = Howdah.builder(writing).readOnly(reading).build()) {
            howdah.log().create(topic);
            howdah.start();
            SOON.until(
                    "the standby knows the topic",
                    () -> howdah.log().partitions(topic).size() == topic.partitions());
            doing.with(howdah, writing);
        }
    }

    @Test
    void a_standby_never_shows_a_hole_nor_a_part_of_a_unit() throws Exception {
        onBoth(TOPIC, (howdah, primary) -> {
            var wrong = writeAndRead(howdah);

            assertThat(wrong).isEmpty();
            SOON.until(
                    "the standby has everything",
                    () -> howdah.log().partitions(TOPIC).stream()
                                    .mapToLong(PartitionInfo::next)
                                    .sum()
                            == WRITERS * APPENDS * 2);
        });
    }

    @Test
    void a_standby_always_shows_a_newest_event_of_every_key_while_compaction_goes_on() throws Exception {
        onBoth(STATES, (howdah, primary) -> {
            var store = new SequenceStore(Db.of(primary, SchemaName.DEFAULT));
            var written = new CountDownLatch(1);
            var wrong = new ArrayList<String>();

            Together.<Boolean>run(
                    () -> {
                        for (int version = 1; version <= APPENDS; version++) {
                            for (var key : KEYS) {
                                howdah.log()
                                        .append(
                                                STATES,
                                                NewEvent.of("v" + version, "x").key(key));
                            }
                        }
                        written.countDown();
                        return true;
                    },
                    () -> {
                        for (int tenth = 1; tenth <= 10; tenth++) {
                            var enough = tenth * APPENDS * KEYS.size() / 10;
                            SOON.until("there is more to compact", () -> next(howdah.log()) >= enough);
                            compact(store);
                        }
                        return true;
                    },
                    () -> {
                        var newest = new HashMap<String, Integer>();
                        while (written.getCount() > 0) {
                            wrong.addAll(look(howdah.log(), newest));
                        }
                        return true;
                    });

            assertThat(wrong).isEmpty();
            SOON.until("all but the newest have gone", () -> {
                compact(store);
                return howdah.log().read(STATES, 0, 0, 1_000).size() == KEYS.size();
            });
        });
    }

    private static long next(EventLog log) {
        return log.partitions(STATES).getFirst().next();
    }

    private static void compact(SequenceStore store) {
        store.roll();
        store.seal();
        long looked;
        do {
            looked = store.compact(1_000);
        } while (looked > 0);
    }

    /** Reads the whole, and remembers the newest version of every key: none may go back, and no key away. */
    private static List<String> look(EventLog log, Map<String, Integer> newest) {
        var wrong = new ArrayList<String>();
        var seen = new HashMap<String, Integer>();
        long next = 0;
        for (var page = log.read(STATES, 0, next, 100); !page.isEmpty(); page = log.read(STATES, 0, next, 100)) {
            for (var event : page) {
                var version = Integer.parseInt(event.type().substring(1));
                var before = seen.put(event.key().orElseThrow(), version);
                if (event.offset() < next || (before != null && before >= version)) {
                    wrong.add("out of order: " + event);
                }
                next = event.offset() + 1;
            }
        }
        newest.forEach((key, version) -> {
            if (seen.getOrDefault(key, 0) < version) {
                wrong.add("version " + version + " of " + key + " has gone, and there is " + seen.get(key));
            }
        });
        newest.putAll(seen);
        return wrong;
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
}
