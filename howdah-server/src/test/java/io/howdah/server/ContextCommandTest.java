// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which replica a command talks to, seen by one that only writes down with which key it was asked. */
class ContextCommandTest {
    private static final String KEY = "hwd_4kq7x2ab_tops3cret";

    private final Map<String, String> environment = new HashMap<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final HttpServer replica;
    private final String url;

    @TempDir
    Path directory;

    ContextCommandTest() throws IOException {
        replica = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        url = "http://127.0.0.1:" + replica.getAddress().getPort();
        replica.createContext("/", exchange -> {
            keys.add(exchange.getRequestHeaders().getFirst("Authorization"));
            var answer = "{\"items\":[]}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
    }

    @BeforeEach
    void start() {
        environment.put("XDG_CONFIG_HOME", directory.resolve("config").toString());
        environment.put("XDG_DATA_HOME", directory.resolve("data").toString());
        replica.start();
    }

    @AfterEach
    void stop() {
        replica.stop(0);
    }

    @Test
    void a_context_is_added_listed_used_shown_and_removed_and_its_key_never_printed() throws IOException {
        assertThat(run(0, "context")).containsExactly("NAME  URL  KEY  CURRENT");
        assertThat(add("production", KEY))
                .containsExactly(
                        "production is " + url + "; to make it the current context: howdah context use production");
        add("staging", "hwd_bbbbbbbb_other");

        assertThat(run(0, "context", "use", "production")).containsExactly("commands talk to " + url);
        assertThat(run(0, "context", "list"))
                .element(1)
                .asString()
                .matches("production +" + url + " +hwd_4kq7x2ab_\\*\\*\\* +yes");
        assertThat(run(0, "context", "list", "-o", "csv"))
                .last()
                .isEqualTo("staging," + url + ",hwd_bbbbbbbb_***,false");
        assertThat(run(0, "context", "show", "staging", "-o", "jsonl"))
                .containsExactly(
                        "{\"url\":\"" + url + "\",\"key\":\"hwd_bbbbbbbb_***\",\"because\":\"context staging\"}");
        assertThat(run(0, "context", "remove", "production"))
                .containsExactly("removed, and no context is current now; the key itself is still valid");
        assertThat(run(3, "context", "use", "stagin"))
                .containsExactly("howdah: There is no context stagin; did you mean staging?");
        assertThat(Files.readString(file())).doesNotContain("tops3cret");
    }

    @Test
    void an_option_goes_before_the_environment_and_that_before_the_current_context() throws IOException {
        add("option", "key-of-the-option");
        add("variable", "key-of-the-variable");
        add("current", "key-of-the-current");
        run(0, "context", "use", "current");

        run(0, "queues");
        environment.put("HOWDAH_CONTEXT", "variable");
        run(0, "queues");
        environment.remove("HOWDAH_CONTEXT");
        environment.put("HOWDAH_URL", url + "/");
        environment.put("HOWDAH_API_KEY", "key-of-the-environment");
        run(0, "queues");
        run(0, "queues", "--context", "option");
        run(0, "--context=option", "queues");

        assertThat(keys)
                .containsExactly(
                        "Bearer key-of-the-current",
                        "Bearer key-of-the-variable",
                        "Bearer key-of-the-environment",
                        "Bearer key-of-the-option",
                        "Bearer key-of-the-option");
        assertThat(run(0, "context", "show")).containsExactly(url + " with *** (HOWDAH_URL)");
        assertThat(run(0, "context", "show", "--context", "option"))
                .containsExactly(url + " with *** (context option, --context)");
    }

    @ParameterizedTest
    @CsvSource({
        "HOWDAH_URL, , HOWDAH_URL is set and HOWDAH_API_KEY is not",
        "HOWDAH_API_KEY, , HOWDAH_API_KEY is set and HOWDAH_URL is not",
        "HOWDAH_URL HOWDAH_API_KEY HOWDAH_CONTEXT, , HOWDAH_URL and HOWDAH_CONTEXT are both set",
        "HOWDAH_CONTEXT, 3, There is no context http://127.0.0.1:1",
    })
    void what_is_said_by_halves_or_twice_is_refused_though_there_is_a_current_context(
            String variables, Integer code, String answer) throws IOException {
        add("current", KEY);
        run(0, "context", "use", "current");
        for (var variable : List.of(variables.split(" ", -1))) {
            environment.put(variable, "http://127.0.0.1:1");
        }

        assertThat(run(code == null ? 2 : code, "queues"))
                .singleElement()
                .asString()
                .contains(answer);
        assertThat(keys).isEmpty();
    }

    @Test
    void a_file_that_others_can_read_is_not_used() throws IOException {
        add("production", KEY);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().getParent())))
                .isEqualTo("rwx------");

        for (var open : List.of("rw-r-----", "rw----r--", "rw--w----")) {
            Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(open));
            assertThat(run(1, "queues", "--context", "production"))
                    .singleElement()
                    .asString()
                    .contains("Others may read or write", open, "chmod 600 " + file())
                    .doesNotContain("tops3cret");
            assertThat(run(1, "context", "remove", "production")).hasSize(1);
        }
        assertThat(keys).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]\n{", "{\"contexts\":{\"a\":{\"url\":\"x\"}}}", "{\"contexts\":{\"a\":7}}"})
    void a_file_that_cannot_be_understood_is_named(String content) throws IOException {
        add("production", KEY);
        Files.writeString(file(), content);

        assertThat(run(1, "context")).singleElement().asString().contains(file().toString(), "Repair it or delete it");
    }

    @ParameterizedTest
    @CsvSource({
        "name, ftp://x, An address begins with https:// or http://",
        "name, howdah.example.com, An address begins with https:// or http://",
        "name, https://ada:tops3cret@x, 'An address has no user, no ? and no #: x'",
        "name, https://x?key=tops3cret, 'An address has no user, no ? and no #: x'",
        "name, 'https://a b', This is no address",
        "../name, https://x, The name of a context is",
        "'', https://x, The name of a context is",
    })
    void what_is_no_name_or_no_address_is_refused(String name, String address, String answer) throws IOException {
        assertThat(run(2, "context", "add", name, address, "--key-file", key(KEY)))
                .singleElement()
                .asString()
                .contains(answer)
                .doesNotContain("tops3cret");
        assertThat(file()).doesNotExist();
    }

    @Test
    void a_key_is_never_a_word_of_the_command_and_one_that_is_there_stays() throws IOException {
        assertThat(run(2, "context", "add", "production", url, "--key", KEY))
                .first()
                .asString()
                .contains("--key");
        assertThat(run(2, "context", "add", "production", url, "--key-file", key("two words")))
                .containsExactly("howdah: This is no key: one is a line such as hwd_….");
        add("production", KEY);
        assertThat(run(4, "context", "add", "production", url, "--key-file", key("other")))
                .singleElement()
                .asString()
                .contains("--replace");
        run(0, "queues", "--context", "production");
        run(0, "context", "add", "production", url, "--key-file", key("other"), "--replace", "--use");
        run(0, "queues");
        assertThat(keys).containsExactly("Bearer " + KEY, "Bearer other");
        assertThat(run(0, "context", "add", "far", "http://far.example", "--key-file", key("other")))
                .first()
                .asString()
                .contains("not encrypted");
    }

    @Test
    void of_many_who_add_at_once_none_is_lost() throws Exception {
        try (var threads = Executors.newFixedThreadPool(5)) {
            var adding = new ArrayList<Callable<List<String>>>();
            for (int i = 0; i < 5; i++) {
                var command = Commands.with(environment);
                var name = "context-" + i;
                var key = key(KEY);
                adding.add(() -> command.runApart(0, "context", "add", name, url, "--key-file", key));
            }
            for (var added : threads.invokeAll(adding)) {
                added.get();
            }
        }

        assertThat(run(0, "context", "list", "-o", "csv"))
                .hasSize(6)
                .allMatch(line -> line.startsWith("NAME,")
                        || IntStream.range(0, 5).anyMatch(i -> line.startsWith("context-" + i + ",")));
    }

    private List<String> add(String name, String key) throws IOException {
        return run(0, "context", "add", name, url, "--key-file", key(key));
    }

    private String key(String content) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "key", ""), content + "\n")
                .toString();
    }

    private Path file() {
        return directory.resolve("config/howdah/contexts.json");
    }

    private List<String> run(int expected, String... arguments) {
        return Commands.with(environment).run(expected, arguments);
    }
}
