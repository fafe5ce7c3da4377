// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.DatabaseException;
import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.log.Topic.Numbering;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

@HowdahTest
class AppendTest {
    record Placed(int order, String who) {}

    private static final Topic ORDERS = Topic.of("orders").partitions(4);
    private static final Topic INLINE = Topic.of("inline").partitions(2).numbering(Numbering.AT_APPEND);

    private TestDatabase database;
    private Howdah howdah;
    private EventLog log;

    @BeforeEach
    void log(TestDatabase database, Howdah howdah) {
        this.database = database;
        this.howdah = howdah;
        log = howdah.log();
    }

    private static NewEvent placed(int order) {
        return NewEvent.of("order-placed", new Placed(order, "ada")).key("order-" + order);
    }

    private List<LogEvent> all(Topic topic) {
        var events = new ArrayList<LogEvent>();
        for (int partition = 0; partition < topic.partitions(); partition++) {
            events.addAll(log.read(topic, partition, 0, 10_000));
        }
        return events;
    }

    @Test
    void an_event_comes_back_with_everything_it_was_given() {
        var appended = log.append(
                ORDERS,
                placed(7)
                        .id("my-id")
                        .source("/shop")
                        .subject("order 7")
                        .schema("https://example.com/order")
                        .header("trace", "a\"b\\c\n")
                        .header("ümlaut", "ja"));

        howdah.drain();

        assertThat(log.read(ORDERS, appended.partition(), 0, 10))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.payload(Placed.class)).isEqualTo(new Placed(7, "ada"));
                    assertThat(event.id()).isEqualTo("my-id");
                    assertThat(event.type()).isEqualTo("order-placed");
                    assertThat(event.key()).contains("order-7");
                    assertThat(event.source()).contains("/shop");
                    assertThat(event.subject()).contains("order 7");
                    assertThat(event.schema()).contains("https://example.com/order");
                    assertThat(event.headers()).isEqualTo(Map.of("trace", "a\"b\\c\n", "ümlaut", "ja"));
                    assertThat(event.offset()).isZero();
                    assertThat(event.partition()).isEqualTo(ORDERS.partitionOf("order-7"));
                    assertThat(event.numberedAt()).isAfterOrEqualTo(event.appendedAt());
                });
    }

    @Test
    void it_exists_if_and_when_the_transaction_commits() throws Exception {
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            log.append(connection, ORDERS, placed(1));
            howdah.drain();
            assertThat(all(ORDERS)).isEmpty();
            connection.rollback();
            log.append(connection, ORDERS, placed(2));
            connection.commit();
        }

        howdah.drain();

        assertThat(all(ORDERS)).extracting(LogEvent::key).singleElement().hasToString("Optional[order-2]");
    }

    @Test
    void what_one_transaction_appends_to_a_partition_is_one_unit_whatever_came_between() throws Exception {
        try (var one = database.connect();
                var other = database.connect()) {
            one.setAutoCommit(false);
            other.setAutoCommit(false);
            append(one, "a1");
            append(other, "b1");
            append(one, "a2");
            append(other, "b2");
            append(one, "a3");
            other.commit();
            howdah.drain();
            one.commit();
        }
        howdah.drain();

        var events = log.read(ORDERS, ORDERS.partitionOf("k"), 0, 10);
        assertThat(events).extracting(LogEvent::type).containsExactly("b1", "b2", "a1", "a2", "a3");
        assertThat(events).extracting(LogEvent::unit).containsExactly(0L, 0L, 2L, 2L, 2L);
        assertThat(events).extracting(LogEvent::offset).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    private void append(Connection connection, String type) {
        log.append(connection, ORDERS, NewEvent.of(type, "x").key("k"));
    }

    @Test
    void many_threads_share_commits_and_each_append_is_a_unit_of_its_own() {
        var threads = new ArrayList<Callable<List<Appended>>>();
        for (int i = 0; i < 16; i++) {
            var thread = i;
            threads.add(() -> {
                var appended = new ArrayList<Appended>();
                for (int n = 0; n < 50; n++) {
                    var events = IntStream.range(0, 1 + n % 3)
                            .mapToObj(event -> NewEvent.of("t" + thread, "x").key("k"))
                            .toList();
                    appended.addAll(log.appendAll(ORDERS, events));
                }
                return appended;
            });
        }

        var appended = Together.run(threads).stream().flatMap(List::stream).toList();
        howdah.drain();

        var events = log.read(ORDERS, ORDERS.partitionOf("k"), 0, 10_000);
        assertThat(events)
                .extracting(LogEvent::id)
                .containsExactlyInAnyOrderElementsOf(
                        appended.stream().map(Appended::id).toList());
        assertThat(events.stream().map(LogEvent::unit).distinct()).hasSize(16 * 50);
        assertThat(events.stream().map(event -> event.unit() + event.type()).distinct())
                .as("no unit has events of two threads")
                .hasSize(16 * 50);
        assertThat(database.one("select count(distinct xid) from howdah.log_event", Long.class))
                .as("transactions for 800 appends")
                .isLessThan(600);
    }

    @Test
    void only_the_caller_whose_event_is_refused_hears_of_it() {
        database.execute("alter table howdah.log_event add constraint picky check (type <> 'bad')");
        var tasks = new ArrayList<Callable<String>>();
        for (int i = 0; i < 12; i++) {
            var bad = i % 4 == 0;
            tasks.add(() -> {
                if (bad) {
                    assertThatThrownBy(() -> log.append(ORDERS, NewEvent.of("bad", "x")))
                            .isInstanceOf(DatabaseException.class);
                    return "refused";
                }
                log.append(ORDERS, placed(1));
                return "appended";
            });
        }

        assertThat(Together.run(tasks)).filteredOn("appended"::equals).hasSize(9);
        database.execute("alter table howdah.log_event drop constraint picky");
        howdah.drain();
        assertThat(all(ORDERS)).hasSize(9);
    }

    @Test
    void an_inline_topic_knows_its_offsets_at_append_and_reads_the_same() throws Exception {
        assertThat(log.append(INLINE, NewEvent.of("a", "x").key("k")).offset()).isEqualTo(OptionalLong.of(0));
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            log.append(connection, INLINE, NewEvent.of("lost", "x").key("k"));
            connection.rollback();
            log.append(connection, INLINE, NewEvent.of("b", "x").key("k"));
            assertThat(log.append(connection, INLINE, NewEvent.of("c", "x").key("k"))
                            .offset())
                    .isEqualTo(OptionalLong.of(2));
            connection.commit();
        }

        var events = log.read(INLINE, INLINE.partitionOf("k"), 0, 10);
        assertThat(events).extracting(LogEvent::type).containsExactly("a", "b", "c");
        assertThat(events).extracting(LogEvent::unit).containsExactly(0L, 1L, 1L);
    }

    @Test
    void an_event_with_an_id_is_appended_once_however_many_try() {
        var tasks = new ArrayList<Callable<Boolean>>();
        for (int i = 0; i < 8; i++) {
            tasks.add(() -> log.appendOnce(ORDERS, placed(1).id("once")).isPresent());
        }

        assertThat(Together.run(tasks)).filteredOn(Boolean::booleanValue).hasSize(1);
        howdah.drain();
        assertThat(all(ORDERS)).extracting(LogEvent::id).containsExactly("once");
        assertThatThrownBy(() -> log.appendOnce(ORDERS, placed(1))).hasMessageContaining("needs an id");
    }

    @Test
    void an_append_that_was_rolled_back_does_not_count_as_once() throws Exception {
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            assertThat(log.appendOnce(connection, ORDERS, placed(1).id("x"))).isPresent();
            connection.rollback();
            assertThat(log.appendOnce(connection, ORDERS, placed(1).id("x"))).isPresent();
            connection.commit();
            assertThat(log.appendOnce(connection, ORDERS, placed(1).id("x"))).isEmpty();
        }
    }

    @Test
    void of_several_who_expect_the_same_version_one_succeeds() {
        log.appendExpecting(ORDERS, 0, List.of(placed(1), placed(1)));
        var tasks = new ArrayList<Callable<Long>>();
        for (int i = 0; i < 8; i++) {
            tasks.add(() -> {
                try {
                    log.appendExpecting(ORDERS, 2, List.of(placed(1)));
                    return -1L;
                } catch (VersionConflictException conflict) {
                    return conflict.actual();
                }
            });
        }

        assertThat(Together.run(tasks)).containsOnly(-1L, 3L).containsOnlyOnce(-1L);
        howdah.drain();
        assertThat(all(ORDERS)).hasSize(3);
        assertThatThrownBy(() -> log.appendExpecting(ORDERS, 0, List.of(placed(2), placed(3))))
                .hasMessageContaining("one key");
        assertThatThrownBy(() -> log.appendExpecting(ORDERS, 5, List.of(placed(2))))
                .isInstanceOfSatisfying(VersionConflictException.class, conflict -> {
                    assertThat(conflict.actual()).isZero();
                    assertThat(conflict.code()).isEqualTo("version-conflict");
                });
    }

    @Test
    void sql_and_java_agree_on_the_partition_of_a_key_and_so_does_kafka() {
        // What Kafka's own tests expect.
        assertThat(Murmur2.hash("21".getBytes(StandardCharsets.UTF_8))).isEqualTo(-973932308);
        assertThat(Murmur2.hash("foobar".getBytes(StandardCharsets.UTF_8))).isEqualTo(-790332482);
        assertThat(Murmur2.hash("a-little-bit-long-string".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(-985981536);
        assertThat(Murmur2.hash("lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(-58897971);

        var random = new Random(5);
        var keys = IntStream.range(0, 300)
                .mapToObj(i -> random.ints(1 + i % 23, 32, 0x2fff)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString())
                .toArray(String[]::new);
        var hashes = database.query(
                "select howdah.log_murmur2(convert_to(key, 'UTF8')) from unnest(?::text[])"
                        + " with ordinality as k (key, n) order by n",
                (Object) keys);
        for (int i = 0; i < keys.length; i++) {
            assertThat(hashes.get(i).getFirst())
                    .as(keys[i])
                    .isEqualTo(Murmur2.hash(keys[i].getBytes(StandardCharsets.UTF_8)) & 0x7fffffff);
        }
    }

    @Test
    void a_process_that_numbers_itself_tells_nobody_to() throws Exception {
        log.create(ORDERS);
        howdah.start();
        try (var listening = database.connect();
                var connection = database.connect()) {
            listening.createStatement().execute("listen howdah");
            connection.setAutoCommit(false);
            log.append(connection, ORDERS, placed(1));
            connection.commit();
            Await.until("it is numbered", () -> all(ORDERS).size() == 1);
            howdah.jobs().enqueue(JobType.of("ship", String.class), "afterwards");

            assertThat(signalsUntil(" work:", listening)).doesNotContain("log");
        }
    }

    /** Of the process that says it, which is the first word: others of this class may still be at it. */
    private static List<String> signalsUntil(String last, Connection listening) throws SQLException {
        var said = new ArrayList<String>();
        while (said.stream().noneMatch(one -> one.contains(last))) {
            for (var one : listening.unwrap(PGConnection.class).getNotifications(0)) {
                said.add(one.getParameter());
            }
        }
        var told = said.stream().filter(one -> one.contains(last)).findFirst().orElseThrow();
        var origin = told.split(" ", -1)[0];
        return said.stream()
                .filter(one -> one.startsWith(origin))
                .flatMap(one -> Stream.of(one.split(" ", -1)))
                .toList();
    }

    @Test
    void any_language_appends_by_sql_in_its_own_transaction() throws Exception {
        log.create(ORDERS);
        log.create(INLINE);
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            for (var topic : List.of("orders", "inline")) {
                connection
                        .createStatement()
                        .execute("select howdah.append('" + topic
                                + "', 'order-placed', '{\"order\": 3, \"who\": \"bob\"}', key => 'order-3',"
                                + " headers => '{\"h\": \"v\"}', event_id => 'e-3')");
            }
            connection.commit();
            connection.createStatement().execute("select howdah.append('orders', 'order-placed', '{}')");
            connection.rollback();
        }
        howdah.drain();

        for (var topic : List.of(ORDERS, INLINE)) {
            assertThat(log.read(topic, topic.partitionOf("order-3"), 0, 10))
                    .singleElement()
                    .satisfies(event -> {
                        assertThat(event.payload(Placed.class)).isEqualTo(new Placed(3, "bob"));
                        assertThat(event.id()).isEqualTo("e-3");
                        assertThat(event.headers()).isEqualTo(Map.of("h", "v"));
                    });
        }
    }

    @Test
    void what_cannot_be_right_is_refused() {
        log.create(ORDERS);

        assertThatThrownBy(() -> database.query("select howdah.append('nowhere', 't', '{}')"))
                .hasMessageContaining("there is no topic nowhere");
        assertThatThrownBy(() -> database.query("select howdah.append('orders', '', '{}')"))
                .hasMessageContaining("an event for topic orders is refused: its type must have 1 to 200 characters");
        assertThatThrownBy(() -> database.query("select howdah.append('orders', 't', '{}', key => repeat('k', 501))"))
                .hasMessageContaining("its key must have 1 to 500 characters");
        assertThatThrownBy(() -> database.query("select howdah.append('orders', 't', null)"))
                .hasMessageContaining("its payload must not be null");
        assertThatThrownBy(() -> database.query(
                        "select howdah.append_bytes('orders', 't', decode(repeat('00', 1048577), 'hex'))"))
                .hasMessageContaining("its payload must have at most 1048576 bytes");
        assertThatThrownBy(() -> log.create(Topic.of("orders").partitions(8)))
                .isInstanceOfSatisfying(
                        TopicException.class,
                        differs -> assertThat(differs.code()).isEqualTo("topic-differs"))
                .hasMessageContaining("has partitions 4, not 8");
        assertThatThrownBy(() -> log.create(ORDERS.numbering(Numbering.AT_APPEND)))
                .isInstanceOf(TopicException.class);
        assertThatThrownBy(() -> log.append(ORDERS, NewEvent.of("big", new byte[(1 << 20) + 1])))
                .hasMessageContaining("1 MiB");
        assertThatThrownBy(() -> NewEvent.of("t", "x").header("h", "x".repeat(4_001)))
                .hasMessageContaining("4000");
        assertThatThrownBy(() -> NewEvent.of("", "x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> NewEvent.of("t", "x").key("nul\0")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Topic.of("two words")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> log.appendAll(ORDERS, List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> log.read(ORDERS, 4, 0, 1)).hasMessageContaining("partitions 0 to 3");
    }
}
