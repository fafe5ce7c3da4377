// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.server.account.Keys;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.web.access.Role;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What commands say to people: in tables, and of what was typed wrongly. */
@HowdahTest
class CommandWordsTest {
    private final Replica replica;
    private final Web web = Web.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final Commands commands;

    CommandWordsTest(TestDatabase database) {
        var address = DatabaseAddress.of(database.jdbcUrl(), database.user(), database.password());
        this.replica = Replica.open(address, "howdah", "one", Duration.ofSeconds(5));
        web.serve(replica, Web.Trust.NOBODY);
        var keys = new Keys(Db.of(database.dataSource(), SchemaName.DEFAULT));
        this.commands = Commands.on(web, keys.create("test", Role.OPERATOR, "test", Optional.empty()));
    }

    @AfterEach
    void close() {
        replica.close();
        web.close();
    }

    @Test
    void tables_say_how_long_as_people_do_and_programs_get_what_they_can_send_back() {
        commands.run(0, "log", "create", "orders", "--keep", "PT168H");
        commands.run(0, "schedules", "declare", "tick", "hello", "--every", "PT90S");
        commands.run(0, "limits", "check", "api", "ada", "--allow", "100/PT1M", "--allow", "500/PT1H");

        assertThat(last("log")).contains("7 days");
        assertThat(last("log", "-o", "csv")).contains("PT168H");
        assertThat(last("log", "-o", "jsonl")).contains("\"PT168H\"");
        assertThat(last("schedules")).contains("90 s");
        assertThat(last("limits")).contains("100 per 1 min, 500 per 1 h");
    }

    @Test
    void tables_have_a_dash_for_nothing_and_pairs_as_they_are_typed() {
        commands.run(0, "notifications", "people", "put", "ada", "--address", "email=ada@example.com");
        commands.run(0, "notifications", "people", "put", "bob");

        var rows = commands.run(0, "notifications", "people");
        assertThat(rows.get(1)).startsWith("ada   email=ada@example.com  *=inbox");
        assertThat(rows.get(2)).startsWith("bob   -");
    }

    @Test
    void what_was_typed_wrongly_is_told_with_what_would_be_right() {
        assertThat(commands.run(2, "jobs", "wait", "1", "--timeout", "3"))
                .first()
                .asString()
                .endsWith("'3' is not a duration such as PT30S");
        assertThat(commands.run(2, "jobs", "enqueue", "x", "{}", "--delay", "5s"))
                .singleElement()
                .asString()
                .contains("delay must be a duration such as PT30S");
        assertThat(commands.run(2, "jobs", "enqueue"))
                .first()
                .asString()
                .contains("TYPE")
                .doesNotContain("PAYLOAD");
        assertThat(commands.run(2, "queues", "pause", ""))
                .singleElement()
                .asString()
                .contains("A name must not be empty.");
        assertThat(commands.run(3, "jobs", "wait", "1"))
                .singleElement()
                .asString()
                .startsWith("howdah: There is no job 1");
        assertThat(commands.run(127, "locks", "run", "a", "b", "--", "/no/such/command"))
                .singleElement()
                .asString()
                .contains("There is no command /no/such/command");
    }

    @Test
    void what_answers_and_is_no_replica_is_told_from_one_that_is_away() {
        var elsewhere = Commands.with(
                Map.of("HOWDAH_URL", "http://127.0.0.1:" + web.port() + "/login?", "HOWDAH_API_KEY", "hwd_x_y"));

        assertThat(elsewhere.run(6, "jobs")).singleElement().asString().contains("is no replica");
    }

    @Test
    void no_digit_of_a_payload_is_lost_on_the_way() {
        var id = commands.run(0, "jobs", "enqueue", "pay", "{\"price\":1.10,\"exact\":0.12345678901234567890123}")
                .getFirst();

        assertThat(String.join("", commands.run(0, "jobs", "payload", id)))
                .contains("1.10", "0.12345678901234567890123");
    }

    private String last(String... arguments) {
        List<String> lines = commands.run(0, arguments);
        return lines.getLast();
    }
}
