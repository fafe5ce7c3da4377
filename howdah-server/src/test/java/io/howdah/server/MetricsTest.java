// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.job.JobOptions;
import io.howdah.job.JobType;
import io.howdah.limit.RateLimit;
import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockName;
import io.howdah.log.GroupOptions;
import io.howdah.log.NewEvent;
import io.howdah.log.StartAt;
import io.howdah.log.Topic;
import io.howdah.queue.QueueName;
import io.howdah.queue.ReceiveOptions;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Prometheus reads of real replicas. */
@HowdahTest
class MetricsTest {
    private static final JobType<String> GREET = JobType.of("greet", String.class);
    private static final JobType<String> FAIL = JobType.of("fail", String.class);
    private static final QueueName<String> MAIL = QueueName.of("mail", String.class);
    private static final Topic ORDERS = Topic.of("orders");

    private final TestDatabase database;
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private Serving one;

    /** A replica that answers. */
    private record Serving(Replica replica, Web web) {
        Howdah howdah() {
            return replica.howdah();
        }
    }

    MetricsTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void serve() throws Exception {
        one = start("one", database.jdbcUrl());
    }

    @AfterEach
    void close() throws Exception {
        for (var each : opened.reversed()) {
            each.close();
        }
        client.close();
    }

    @Test
    void jobs_are_timed_by_queue_kind_and_outcome() {
        one.howdah().jobs().handle(GREET, job -> {});
        one.howdah().jobs().handle(FAIL, job -> {
            throw new IllegalStateException("always");
        });
        one.howdah().jobs().enqueue(GREET, "ada");
        one.howdah().jobs().enqueue(FAIL, "ada", JobOptions.none().attempts(1));

        awaitFigure("howdah_attempts_seconds_count{kind=\"greet\",outcome=\"done\",queue=\"default\"} 1\n");
        awaitFigure("howdah_attempts_seconds_count{kind=\"fail\",outcome=\"dead\",queue=\"default\"} 1\n");
        awaitFigure("howdah_taken_total{queue=\"default\"} 2.0\n");
        awaitFigure("howdah_dead{of=\"jobs\"} 1.0\n");
        assertThat(figures(one))
                .contains("outcome=\"done\",queue=\"default\",le=\"+Inf\"} 1\n")
                .contains("howdah_loops_seconds_count{loop=\"claim-default\"} ")
                .contains("howdah_loop_failures_total{loop=\"claim-default\"} 0.0\n");
    }

    @Test
    void messages_are_counted_when_they_are_taken_and_when_they_are_settled() throws Exception {
        one.howdah().messages().send(MAIL, "hello");
        var message =
                one.howdah().messages().receive(MAIL, ReceiveOptions.upTo(1)).getFirst();
        one.howdah().messages().ack(message.receipt());

        assertThat(figures(one))
                .contains("howdah_taken_total{queue=\"mail\"} 1.0\n", "howdah_settled_total{outcome=\"done\"} 1.0\n");
    }

    @Test
    void a_dead_letter_is_counted_and_does_not_make_its_queue_look_late() throws Exception {
        one.howdah().messages().send(MAIL, "hello");
        var message =
                one.howdah().messages().receive(MAIL, ReceiveOptions.upTo(1)).getFirst();
        one.howdah().messages().deadLetter(message.receipt(), "unreadable");

        awaitFigure("howdah_dead{of=\"messages\"} 1.0\n");
        awaitFigure("howdah_queue_ready{queue=\"mail.dead\"} 1.0\n");
        assertThat(figures(one))
                .contains("howdah_queue_oldest_seconds{queue=\"mail\"}")
                .doesNotContain("howdah_queue_oldest_seconds{queue=\"mail.dead\"}");
    }

    @Test
    void events_are_counted_and_their_batches_timed() {
        one.howdah().log().create(ORDERS);
        one.howdah().log().handle(ORDERS, "billing", GroupOptions.standard(), batch -> {});
        one.howdah().log().append(ORDERS, NewEvent.of("placed", "17").key("ada"));

        awaitFigure("howdah_log_events_total{group=\"billing\",topic=\"orders\"} 1.0\n");
        awaitFigure("howdah_log_lag_events{group=\"billing\",topic=\"orders\"} 0.0\n");
        assertThat(figures(one))
                .contains("howdah_log_batches_seconds_count{group=\"billing\",outcome=\"done\",topic=\"orders\"} 1\n");
    }

    @Test
    void a_group_whose_handler_takes_its_time_lags() {
        var release = new CountDownLatch(1);
        one.howdah().log().create(ORDERS);
        one.howdah().log().handle(ORDERS, "audit", GroupOptions.standard(), batch -> release.await());
        one.howdah().log().append(ORDERS, NewEvent.of("placed", "17").key("ada"));

        awaitFigure("howdah_log_lag_events{group=\"audit\",topic=\"orders\"} 1.0\n");
        release.countDown();

        awaitFigure("howdah_log_lag_events{group=\"audit\",topic=\"orders\"} 0.0\n");
    }

    @Test
    void what_compaction_has_before_it_and_what_it_waits_for_is_told() {
        var prices = Topic.of("prices").partitions(1).compacted();
        one.howdah().log().create(prices);
        one.howdah().log().append(prices, NewEvent.of("set", "17").key("ada"));
        one.howdah().log().append(prices, NewEvent.of("set", "18").key("ada"));

        awaitFigure("howdah_log_uncompacted{topic=\"prices\"} 2.0\n");
        awaitFigure("howdah_log_compaction_held{topic=\"prices\"} 0.0\n");

        var slow = new CountDownLatch(1);
        var kept = GroupOptions.standard().startAt(StartAt.earliest()).protectedFromRetention();
        one.howdah().log().handle(prices, "audit", kept, batch -> slow.await());

        awaitFigure("howdah_log_compaction_held{topic=\"prices\"} 1.0\n");
        slow.countDown();
        awaitFigure("howdah_log_compaction_held{topic=\"prices\"} 0.0\n");
    }

    @Test
    void a_denied_limit_and_a_lost_lease_are_counted() {
        var policy = RateLimit.named("api").allow(1, Duration.ofHours(1)).exact();
        one.howdah().limits().tryAcquire(policy, "ada");
        one.howdah().limits().tryAcquire(policy, "ada");
        one.howdah().limits().tryAcquire(policy, "ada");
        var lease = one.howdah()
                .locks()
                .tryLease(
                        LockName.of("reports", "nightly"),
                        LeaseOptions.standard().ttl(Duration.ofSeconds(15)))
                .orElseThrow();
        assertThat(figures(one))
                .contains(
                        "howdah_limit_decisions_total{outcome=\"granted\",policy=\"api\",source=\"database\"} 1.0\n",
                        "howdah_limit_decisions_total{outcome=\"denied\",policy=\"api\",source=\"database\"} 1.0\n",
                        "howdah_limit_decisions_total{outcome=\"denied\",policy=\"api\",source=\"memory\"} 1.0\n",
                        "howdah_locks_lost_total{kind=\"lease\"} 0.0\n");

        one.howdah().locks().forceRelease(lease.name(), "ada", "she needs it");

        awaitFigure("howdah_locks_lost_total{kind=\"lease\"} 1.0\n");
    }

    @Test
    void three_replicas_tell_the_same_of_all() throws Exception {
        var two = start("two", database.jdbcUrl());
        var three = start("three", database.jdbcUrl());
        one.howdah().messages().send(MAIL, "hello");
        one.howdah().messages().send(MAIL, "again");

        for (var replica : List.of(one, two, three)) {
            awaitFigure(replica, "howdah_queue_ready{queue=\"mail\"} 2.0\n");
            awaitFigure(replica, "howdah_members 3.0\n");
            awaitFigure(replica, "howdah_durability ");
            awaitFigure(replica, "howdah_database_dead_rows{table=\"work_ready\"} ");
        }
    }

    @Test
    void while_the_database_is_away_the_last_figures_are_told_quickly() throws Exception {
        try (var proxy = database.proxy()) {
            var cut = start("cut", proxy.jdbcUrl(database.name()));
            cut.howdah().messages().send(MAIL, "hello");
            awaitFigure(cut, "howdah_queue_ready{queue=\"mail\"} 1.0\n");
            assertThat(figures(cut)).contains("howdah_up 1.0\n");

            // A host that is gone does not refuse: it is silent.
            proxy.stall();
            awaitAway(cut);

            proxy.resume();
            awaitFigure(cut, "howdah_up 1.0\n");

            proxy.refuse();
            proxy.cut();
            awaitAway(cut);
        }
    }

    private void awaitAway(Serving replica) {
        Await.within(Duration.ofSeconds(40)).until("it tells that the database is away", () -> {
            // Which gives up before the database would be given up.
            var figures = figures(replica);
            assertThat(figures).contains("howdah_queue_ready{queue=\"mail\"} 1.0\n");
            return figures.contains("howdah_up 0.0\n");
        });
    }

    @Test
    void strangers_need_a_key_and_off_is_off() throws Exception {
        assertThat(get(one, "X-Forwarded-For", "127.0.0.1").statusCode()).isEqualTo(401);
        assertThat(get(one, "Via", "1.1 proxy").statusCode()).isEqualTo(401);

        one.replica().tell(MetricsAccess.of("192.0.2.0/24"));
        assertThat(get(one).statusCode()).isEqualTo(401);
        one.replica().tell(MetricsAccess.of("192.0.2.0/24, 127.0.0.0/8"));
        assertThat(get(one).statusCode()).isEqualTo(200);
        one.replica().tell(MetricsAccess.of("off"));
        assertThat(get(one).statusCode()).isEqualTo(404);
    }

    @Test
    void the_format_is_the_one_that_Prometheus_reads_and_the_pool_is_in_it() throws Exception {
        awaitFigure("# TYPE howdah_database_oldest_transaction_seconds gauge\n");
        var answer = get(one);

        assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain;version=0.0.4;charset=utf-8");
        assertThat(answer.body())
                .contains(
                        "# HELP howdah_database_oldest_transaction_seconds ",
                        "# TYPE howdah_database_oldest_transaction_seconds gauge\n",
                        "howdah_member_alive 1.0\n",
                        "hikaricp_connections_active{pool=\"howdah-one\"} ",
                        "hikaricp_connections_pending{pool=\"howdah-one\"} ",
                        "jvm_memory_used_bytes{",
                        "process_cpu_usage ");
    }

    private void awaitFigure(String line) {
        awaitFigure(one, line);
    }

    private void awaitFigure(Serving replica, String line) {
        Await.within(Duration.ofSeconds(30))
                .until(line.strip(), () -> figures(replica).contains(line));
    }

    private String figures(Serving replica) {
        try {
            var answer = get(replica);
            assertThat(answer.statusCode()).isEqualTo(200);
            return answer.body();
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    private HttpResponse<String> get(Serving replica, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + replica.web().port() + "/metrics"))
                .timeout(Duration.ofSeconds(10));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private Serving start(String name, String url) throws InterruptedException {
        var address = DatabaseAddress.of(url, database.user(), database.password());
        var replica = Replica.open(address, "howdah", name, Duration.ofSeconds(5));
        var web = Web.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        opened.add(web);
        opened.add(replica);
        web.serve(replica, Web.Trust.NOBODY);
        assertThat(replica.start()).isTrue();
        return new Serving(replica, web);
    }
}
