// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.job.JobType;
import io.howdah.queue.QueueName;
import io.howdah.queue.ReceiveOptions;
import io.howdah.server.account.Keys;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.web.access.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands against a replica; where only a process of its own shows it, that. */
@HowdahTest
class ClientCommandTest {
    private final TestDatabase database;
    private final Replica replica;
    private final Web web = Web.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final Map<String, Commands> commands = new HashMap<>();
    private String key = "";

    ClientCommandTest(TestDatabase database) {
        this.database = database;
        var address = DatabaseAddress.of(database.jdbcUrl(), database.user(), database.password());
        this.replica = Replica.open(address, "howdah", "one", Duration.ofSeconds(5));
    }

    @BeforeEach
    void serve() {
        web.serve(replica, Web.Trust.NOBODY);
        key = key(Role.OPERATOR);
    }

    @AfterEach
    void close() {
        replica.close();
        web.close();
    }

    @Test
    void jobs_are_enqueued_listed_shown_and_cancelled() {
        var id = run(0, "jobs", "enqueue", "hello", "{\"to\":\"world\"}", "--to", "mail/out", "--delay", "PT1H")
                .getFirst();

        assertThat(run(0, "jobs", "--queue", "mail/out"))
                .hasSize(2)
                .last()
                .asString()
                .contains(id, "hello", "deferred");
        assertThat(run(0, "jobs", "--field", "to=world", "--from", "2026-01-31T12:00:00Z"))
                .hasSize(2)
                .last()
                .asString()
                .contains(id);
        assertThat(run(0, "jobs", "--field", "to=moon", "--key", "k")).hasSize(1);
        assertThat(run(5, "jobs", "--field", "password=x"))
                .singleElement()
                .asString()
                .contains("field-masked");
        assertThat(run(0, "jobs", "show", id)).first().asString().contains("hello " + id, "deferred");
        assertThat(run(0, "jobs", "cancel", id)).containsExactly("cancelled");
        assertThat(String.join("", run(0, "jobs", "-o", "json"))).contains("\"state\" : \"cancelled\"");
    }

    @Test
    void queues_are_paused_and_resumed_whatever_is_in_their_name() {
        replica.howdah().queues().resume("mail/out");

        assertThat(run(0, "queues", "pause", "mail/out")).containsExactly("mail/out is paused");
        assertThat(database.query("select name from howdah.queue where paused_at is not null"))
                .hasSize(1);
        assertThat(run(0, "queues", "resume", "mail/out")).containsExactly("mail/out is open");
        assertThat(runApart(0, "queues")).last().asString().startsWith("mail/out");
    }

    @Test
    void messages_are_sent_received_and_published() {
        run(0, "messages", "send", "mail/out", "{\"to\":\"world\"}", "--header", "a=b", "--priority", "2");
        assertThat(run(0, "messages", "peek", "mail/out"))
                .hasSize(2)
                .last()
                .asString()
                .contains("world");
        assertThat(run(0, "messages", "peek", "mail/out", "--field", "to=moon")).hasSize(1);
        assertThat(run(0, "messages", "redrive", "mail/out", "--dry-run"))
                .containsExactly("0 would be; nothing was changed");
        assertThat(run(0, "messages", "purge", "mail/out", "--dry-run")).containsExactly("1 would be discarded");
        assertThat(run(0, "messages", "receive", "mail/out", "--ack", "-o", "jsonl"))
                .singleElement()
                .asString()
                .contains("\"a\":\"b\"");
        assertThat(run(0, "topics", "bind", "order.#", "mail/out")).containsExactly("mail/out is bound to order.#");
        assertThat(run(0, "topics", "publish", "order.eu", "17")).containsExactly("sent to mail/out");
        assertThat(run(0, "topics", "-o", "csv")).containsExactly("PATTERN,QUEUE", "order.#,mail/out");
        assertThat(run(0, "topics", "route", "invoice")).containsExactly("nobody is interested");
    }

    @Test
    void schedules_are_declared_run_and_removed_and_dead_jobs_counted() {
        assertThat(run(0, "schedules", "declare", "nightly", "report", "--cron", "0 2 * * *"))
                .singleElement()
                .asString()
                .contains("T02:00:00Z");
        run(0, "schedules", "run", "nightly");
        assertThat(run(0, "schedules", "show", "nightly")).last().asString().contains("enqueued");
        assertThat(run(0, "schedules", "remove", "nightly")).containsExactly("removed");
        assertThat(run(0, "jobs", "retry", "--all", "--type", "report", "--dry-run"))
                .containsExactly("0 would be; nothing was changed");
        assertThat(run(2, "jobs", "retry")).singleElement().asString().contains("Say either which one, or --all");
        assertThat(run(0, "workflows")).hasSize(1);
    }

    @Test
    void a_command_runs_under_a_lease_and_limits_and_the_log_answer() {
        var lines = runApart(0, "locks", "run", "deploy", "shop", "--", "sh", "-c", "echo token $HOWDAH_LOCK_TOKEN");
        assertThat(lines).singleElement().asString().matches("token \\d+");
        assertThat(runApart(7, "locks", "run", "deploy", "shop", "--", "sh", "-c", "exit 7"))
                .isEmpty();
        assertThat(run(0, "locks")).as("it was given back").hasSize(1);
        assertThat(run(0, "limits", "check", "api", "c4", "--allow", "1/PT1H")).containsExactly("0 left");
        assertThat(String.join("", run(0, "limits"))).contains(" 1 per 1 h ");
        assertThat(run(4, "limits", "check", "api", "c4", "--allow", "1/PT1H"))
                .singleElement()
                .asString()
                .contains("(limited)");
        assertThat(run(0, "log", "create", "orders", "--numbering", "at-append", "--partitions", "4", "--keep", "P30D"))
                .containsExactly("orders has 4 partitions");
        run(0, "log", "append", "orders", "created", "{\"n\":1}", "--key", "k");
        run(0, "log", "create", "prices", "--compact", "--compact-lag", "PT1H", "--partitions", "4");
        assertThat(run(0, "log")).last().asString().contains("prices", "1 h");
        assertThat(run(4, "log", "append", "prices", "is")).last().asString().contains("(key-missing)");
        assertThat(run(0, "log", "read", "orders")).hasSize(2).last().asString().contains("created", "{\"n\":1}");
        assertThat(run(3, "log", "lag", "orders", "nobody"))
                .singleElement()
                .asString()
                .contains("(group-unknown)");
    }

    @Test
    void what_is_not_said_of_a_topic_that_is_there_stays_as_it_is() {
        run(0, "log", "create", "orders", "--partitions", "4", "--keep", "P30D");

        run(0, "log", "create", "orders");
        run(0, "log", "create", "orders", "--keep-bytes", "1000000");
        assertThat(String.join("", run(0, "log", "-o", "jsonl")))
                .contains("\"partitions\":4", "\"keepBytes\":1000000")
                .containsPattern("\"keep\":\"(P30D|PT720H)\"");

        run(0, "log", "create", "orders", "--keep", "ever");
        assertThat(String.join("", run(0, "log", "-o", "jsonl")))
                .contains("\"keepBytes\":1000000")
                .doesNotContain("\"keep\":");
        run(0, "log", "create", "orders", "--keep-bytes", "any");
        assertThat(String.join("", run(0, "log", "-o", "jsonl"))).doesNotContain("keepBytes");
        assertThat(run(2, "log", "create", "orders", "--keep-bytes", "much"))
                .singleElement()
                .asString()
                .contains("keepBytes");
    }

    @Test
    void approvals_are_asked_for_and_decided_by_who_may() {
        var id = run(0, "approvals", "request", "deploy/shop", "--group", "leads", "--then", "deploy")
                .getFirst();
        assertThat(run(0, "approvals", "--state", "pending")).last().asString().contains("deploy/shop");
        assertThat(run(5, "approvals", "approve", id))
                .singleElement()
                .asString()
                .contains("(forbidden)");
        key = key(Role.ADMIN);
        assertThat(run(5, "approvals", "approve", id))
                .singleElement()
                .asString()
                .contains("(approval-not-entitled)");
        assertThat(run(0, "approvals", "show", id)).first().asString().contains("pending");
    }

    @Test
    void notifications_are_sent_looked_at_and_delivered_again() {
        var secret = run(0, "notifications", "endpoints", "put", "billing", "https://billing.example/hooks")
                .getFirst();
        assertThat(secret).startsWith("whsec_");
        assertThat(run(0, "notifications", "endpoints", "put", "billing", "https://x.example", "--rate", "5/PT1S"))
                .containsExactly("billing is changed");
        assertThat(run(0, "notifications", "endpoints", "rotate", "billing"))
                .singleElement()
                .asString()
                .startsWith("whsec_")
                .isNotEqualTo(secret);
        var id = run(0, "notifications", "send", "order.shipped", "k1", "--to", "endpoint:billing", "--data", "[17]")
                .getFirst();
        assertThat(run(0, "notifications", "-o", "csv")).last().asString().startsWith(id + ",order.shipped,key ");
        assertThat(run(0, "notifications", "show", id)).last().asString().contains("msg_", "billing", "waiting");
        assertThat(run(4, "notifications", "send", "order.shipped", "k1", "--to", "subscribers"))
                .singleElement()
                .asString()
                .contains("(notification-conflict)");
        run(0, "notifications", "endpoints", "disable", "billing", "--reason", "they moved");
        assertThat(run(0, "notifications", "endpoints")).last().asString().startsWith("billing  disabled");
        database.execute("update howdah.notification_route set state = 'dead', cause = 'endpoint-disabled'");
        assertThat(run(0, "notifications", "causes")).last().asString().startsWith("endpoint-disabled  webhook  1");
        assertThat(run(0, "notifications", "redeliver", "--all", "--cause", "endpoint-disabled", "--dry-run"))
                .containsExactly("1 would be; nothing was changed");
        assertThat(run(0, "notifications", "redeliver", "--all", "--endpoint", "billing", "--rate", "1/PT1S"))
                .containsExactly("1 done");
        assertThat(run(0, "notifications", "deliveries", "--state", "dead")).hasSize(1);
        assertThat(run(2, "notifications", "redeliver"))
                .singleElement()
                .asString()
                .contains("Say either which one, or --all");
    }

    @Test
    void what_cannot_be_taken_in_is_shown_corrected_and_submitted_again(@TempDir Path folder) throws IOException {
        var came = Files.writeString(folder.resolve("came.json"), "{\"key\":\"k\"}");
        assertThat(run(4, "notifications", "malformed", "submit", came.toString()))
                .singleElement()
                .asString()
                .startsWith("put aside as 1: ");
        assertThat(run(0, "notifications", "malformed", "show", "1")).contains("{\"key\":\"k\"}");
        run(0, "notifications", "people", "put", "ada", "--address", "email=ada@example.com", "--wants", "*=inbox");
        assertThat(run(0, "notifications", "people", "join", "sales", "ada")).containsExactly("ada is in sales");
        run(0, "notifications", "templates", "put", "hello", "Hello {{name}}", "Welcome.");
        Files.writeString(
                came,
                "{\"key\":\"k\",\"type\":\"hello\",\"to\":[\"group:sales\"],\"template\":\"hello\","
                        + "\"data\":{\"name\":\"Ada\"}}");
        run(0, "notifications", "malformed", "resubmit", "1", came.toString());
        assertThat(run(0, "notifications", "malformed")).hasSize(1);
        assertThat(database.query("select person, subject from howdah.notification_inbox"))
                .containsExactly(List.of("ada", "Hello Ada"));
        assertThat(run(0, "notifications", "inbox", "unread"))
                .as("ada's is not the key's")
                .containsExactly("0");
        assertThat(run(0, "notifications", "inbox")).hasSize(1);
    }

    @Test
    void the_doctor_names_what_is_wrong_with_its_fix() {
        replica.howdah().queues().pause("mail");
        replica.howdah().jobs().enqueue(JobType.of("x", String.class).queue("mail"), "x");

        assertThat(String.join("\n", runApart(1, "doctor")))
                .contains("queue mail is paused", "howdah queues resume mail");
    }

    @Test
    void the_doctor_knows_of_what_was_not_delivered() throws Exception {
        run(0, "notifications", "endpoints", "put", "billing", "https://billing.example/hooks");
        run(0, "notifications", "send", "order.shipped", "k1", "--to", "endpoint:billing", "--data", "[17]");
        run(0, "notifications", "endpoints", "disable", "billing", "--reason", "they moved");
        database.execute("update howdah.notification_route set state = 'dead', cause = 'endpoint-disabled'");
        database.execute("select howdah.submit_notification('erp', convert_to('{', 'UTF8'))");
        var mail = QueueName.of("mail", String.class);
        replica.howdah().messages().send(mail, "hello");
        var message = replica.howdah()
                .messages()
                .receive(mail, ReceiveOptions.upTo(1))
                .getFirst();
        replica.howdah().messages().deadLetter(message.receipt(), "unreadable");

        assertThat(String.join("\n", run(1, "doctor")))
                .contains(
                        "1 deliveries by webhook are dead: endpoint-disabled",
                        "howdah notifications redeliver --all --cause endpoint-disabled --dry-run",
                        "endpoint billing is disabled: they moved",
                        "howdah notifications endpoints enable billing",
                        "1 notifications could not be read",
                        "1 dead letters are in queue mail.dead",
                        "howdah messages redrive mail.dead");
    }

    @Test
    void what_goes_wrong_has_a_sentence_and_a_code_of_its_own() {
        assertThat(run(3, "jobs", "show", "1")).singleElement().asString().contains("There is no job 1");
        assertThat(run(2, "jobs", "enqueue", "x", "{"))
                .singleElement()
                .asString()
                .contains("This is not JSON");
        assertThat(run(2, "jobs", "--state", "lost")).singleElement().asString().contains("state must be one of");
        key = key(Role.VIEWER);
        assertThat(run(5, "queues", "pause", "x")).singleElement().asString().contains("(forbidden)");
        key = "wrong";
        assertThat(run(5, "members")).singleElement().asString().contains("(unauthenticated)");
        web.close();
        assertThat(runApart(6, "members")).singleElement().asString().startsWith("howdah: Nobody answers at");
    }

    private List<String> run(int expected, String... arguments) {
        return commands.computeIfAbsent(key, mine -> Commands.on(web, mine)).run(expected, arguments);
    }

    private List<String> runApart(int expected, String... arguments) {
        return Commands.on(web, key).runApart(expected, arguments);
    }

    private String key(Role role) {
        return new Keys(Db.of(database.dataSource(), SchemaName.DEFAULT)).create("cli", role, "test", Optional.empty());
    }
}
