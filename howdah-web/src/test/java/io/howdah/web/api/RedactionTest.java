// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Payload;
import io.howdah.web.WebException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class RedactionTest {
    private final Redaction redaction = Redaction.of(List.of(Redaction.STANDARD));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"password\":\"hunter2\"}",
                "{\"a\":[{\"DB_Password\":\"hunter2\"}]}",
                "{\"client-secret\":{\"value\":\"hunter2\"}}",
                "{\"accessToken\":[1,\"hunter2\"]}",
                "{\"api.key\":\"hunter2\"}",
                "{\"inner\":\"{\\\"password\\\":\\\"hunter2\\\"}\"}",
                "{\"url\":\"https://x.example/?a=1&token=hunter2\"}",
                "{\"a\":{\"password\":\"hunter2\"},\"a\":1}",
                "{\"a\":1}{\"password\":\"hunter2\"}",
                "{\"password\":\"hunter2\"",
                "hunter2"
            })
    void no_way_of_writing_it_gets_through(String json) {
        var content = redaction.content(new Payload(json.getBytes(UTF_8), Payload.JSON));

        assertThat(content.toString()).doesNotContain("hunter2");
        assertThat(content.redacted()).isTrue();
    }

    @Test
    void what_has_no_such_name_is_as_it_was() {
        var json = "{\"token_count\":17,\"amount\":12345678901234567890.10,\"passport\":\"x\",\"secret\":null}";

        var content = redaction.content(new Payload(json.getBytes(UTF_8), "application/vnd.order+json"));

        assertThat(content.json().orElseThrow().toString()).isEqualTo(json);
        assertThat(content.redacted()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cannot log in with hunter2-1",
                "card 4111111111111111 was refused, hunter2-1 too",
                "unexpected: {\\\"a\\\": \\\"quo\\\"ted\\nsecret\\\"}",
                "cut in the middle of hunter2",
                "-----BEGIN KEY-----",
                "line two: MIIEvQIBADANBg",
                "password=hunter2-1",
                "from a header: Basic abcdef"
            })
    void words_about_a_payload_do_not_quote_what_is_masked_in_it(String words) {
        var payload = """
                {"user":"ada","login":{"password":"hunter2-1"},"cardNumber":4111111111111111,"cvc":"123",
                 "inner":"{\\"token\\":\\"quo\\\\\\"ted\\\\nsecret\\"}",
                 "privateKey":"-----BEGIN KEY-----\\nMIIEvQIBADANBg\\n"}
                """;
        var shown = redaction.about(
                new Payload(payload.getBytes(UTF_8), Payload.JSON), Map.of("Authorization", "Basic abcdef"));

        assertThat(shown.apply(words))
                .contains("[redacted]")
                .doesNotContain("hunter2", "4111", "quo", "secret", "BEGIN", "MIIE", "abcdef");
        assertThat(shown.apply("ada is 123 and has no pass")).isEqualTo("ada is 123 and has no pass");
        assertThat(Redaction.NONE
                        .about(new Payload(payload.getBytes(UTF_8), Payload.JSON), Map.of())
                        .apply(words))
                .isEqualTo(words);
    }

    @Test
    void words_about_what_is_no_json_do_not_quote_it_and_too_many_secrets_hide_them_all() {
        var plain = redaction.about(new Payload("hunter2".getBytes(UTF_8), "text/plain"), Map.of());
        assertThat(plain.apply("got hunter2")).isEqualTo("got [redacted]");

        var many = new StringBuilder("{\"tokens\":[1000");
        for (int i = 1001; i < 1300; i++) {
            many.append(',').append(i);
        }
        var shown = redaction.about(new Payload(many.append("]}").toString().getBytes(UTF_8), Payload.JSON), Map.of());
        assertThat(shown.apply("anything")).isEqualTo("[redacted]");
    }

    @Test
    void what_is_no_json_is_not_shown_at_all() {
        var content = redaction.content(new Payload("hunter2".getBytes(UTF_8), "text/plain"));

        assertThat(content.json()).isEmpty();
        assertThat(content.base64()).isEmpty();
        assertThat(content.bytes()).isEqualTo(7);
        assertThat(content.redacted()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"user\":\"ada\",\"password\":\"hunter2\"",
                "{\"user\":\"ada\" \"password\" : \"hun\\\"hunter2\", \"x\":1}",
                "{\"secret\": {\"x\":\"hunter2\"}",
                "login with password=hunter2, failed",
                "got {\\\"token\\\":\\\"hunter2\\\"} back",
                "GET / HTTP/1.1\nAuthorization: Bearer hunter2\nHost: x"
            })
    void words_of_programs_lose_what_follows_such_a_name(String words) {
        assertThat(redaction.text(words)).doesNotContain("hunter2").contains(Redaction.MASK);
    }

    @Test
    void other_words_stay() {
        var words = "order 17: the token bucket is empty; retry=3 \"a\": 1 https://x.example/?page=2";

        assertThat(redaction.text(words)).isEqualTo(words);
        assertThat(redaction.words(Map.of("traceparent", "00-1", "X-Api-Key", "hunter2")))
                .containsOnly(Map.entry("traceparent", "00-1"), Map.entry("X-Api-Key", Redaction.MASK));
    }

    @Test
    @Timeout(20)
    void no_text_takes_long() {
        for (var piece : List.of("\\", "\"", "\"a\"", "a", "=", "\n ", "{", "password=", "\"token\":")) {
            var words = piece.repeat(1_000_000 / piece.length());
            var began = System.nanoTime();
            assertThat(redaction.text(words)).isNotEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).as(piece).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void json_in_json_in_json_is_looked_into_and_no_depth_breaks_it() throws Exception {
        for (var brackets : List.of(1, 400)) {
            var nested = "{\"password\":\"hunter2\"}";
            for (int level = 0; level < 12; level++) {
                nested = "[".repeat(brackets) + new JsonMapper().writeValueAsString(nested) + "]".repeat(brackets);
                assertThat(redaction.text(nested))
                        .as("level %s", level)
                        .contains(Redaction.MASK)
                        .doesNotContain("hunter2");
            }
        }
    }

    @Test
    void a_mask_does_not_become_data() {
        assertThatThrownBy(() -> redaction.requireWhole("{\"password\":\"[redacted]\"}"))
                .isInstanceOfSatisfying(
                        WebException.class,
                        refused -> assertThat(refused.code()).isEqualTo("masked"));
        assertThat(Redaction.NONE.requireWhole("[redacted]")).isEqualTo("[redacted]");
    }

    @Test
    void no_names_show_everything_and_odd_ones_are_refused() {
        assertThat(Redaction.of(List.of(" ", "")).isOn()).isFalse();
        assertThat(Redaction.NONE.text("password=x")).isEqualTo("password=x");
        assertThatThrownBy(() -> Redaction.of(List.of("pass(word")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pass(word");
    }
}
