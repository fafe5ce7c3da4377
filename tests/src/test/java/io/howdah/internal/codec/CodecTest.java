// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Codec;
import io.howdah.Payload;
import io.howdah.PayloadException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CodecTest {
    record Order(String id, int amount) {}

    /** Contains itself, so it has no end. */
    static final class Loop {
        public Loop getSelf() {
            return this;
        }
    }

    static Stream<Codec> jsonCodecs() {
        return Stream.of(new Jackson3Codec(), new Jackson2Codec());
    }

    @ParameterizedTest
    @MethodSource("jsonCodecs")
    void a_record_goes_there_and_back_as_json(Codec codec) {
        var payload = codec.encode(new Order("a\u0000b", 7));

        assertThat(payload.contentType()).isEqualTo("application/json");
        assertThat(codec.decode(payload, Order.class)).isEqualTo(new Order("a\u0000b", 7));
    }

    @ParameterizedTest
    @MethodSource("jsonCodecs")
    void a_field_that_only_a_newer_version_knows_is_passed_over(Codec codec) {
        var text = "{\"id\":\"a\",\"amount\":7,\"currency\":\"EUR\"}";
        var payload = new Payload(text.getBytes(StandardCharsets.UTF_8), Payload.JSON);

        assertThat(codec.decode(payload, Order.class)).isEqualTo(new Order("a", 7));
    }

    @ParameterizedTest
    @MethodSource("jsonCodecs")
    void what_is_no_json_or_another_type_is_a_named_error(Codec codec) {
        for (var text : new String[] {"{", "[]", "{\"amount\":\"many\"}"}) {
            var payload = new Payload(text.getBytes(StandardCharsets.UTF_8), Payload.JSON);
            assertThatThrownBy(() -> codec.decode(payload, Order.class))
                    .isInstanceOfSatisfying(
                            PayloadException.class,
                            failure -> assertThat(failure.code()).isEqualTo("payload-unreadable"))
                    .hasMessageContaining("Order");
        }
    }

    @ParameterizedTest
    @MethodSource("jsonCodecs")
    void what_cannot_be_written_is_a_named_error(Codec codec) {
        assertThatThrownBy(() -> codec.encode(new Loop()))
                .isInstanceOfSatisfying(
                        PayloadException.class,
                        failure -> assertThat(failure.code()).isEqualTo("payload-unwritable"));
    }

    @Test
    void jackson_3_is_preferred_and_the_newer_wins_when_both_are_there() {
        assertThat(Codecs.chosen()).isInstanceOf(Jackson3Codec.class);
    }

    @Test
    void bytes_are_stored_as_they_are_whatever_the_codec() {
        var codec = Codecs.withBytes(new Jackson3Codec());
        var bytes = new byte[] {0, 1, (byte) 255};

        var payload = codec.encode(bytes);

        assertThat(payload.contentType()).isEqualTo("application/octet-stream");
        assertThat(codec.decode(payload, byte[].class)).isEqualTo(bytes);
        assertThat(codec.encode(Instant.EPOCH.toString()).contentType()).isEqualTo("application/json");
    }

    @Test
    void without_jackson_bytes_still_work_and_anything_else_says_what_is_missing() throws Exception {
        try (var loader = new WithoutJackson()) {
            var codecs = loader.loadClass(Codecs.class.getName());
            var json = codecs.getMethod("json").invoke(null);
            var encode = json.getClass().getMethod("encode", Object.class);
            encode.setAccessible(true);

            assertThatThrownBy(() -> encode.invoke(json, "text"))
                    .rootCause()
                    .hasMessageContaining("java.lang.String")
                    .hasMessageContaining("jackson-databind");
        }
    }

    @Test
    void a_content_type_is_not_empty() {
        assertThatThrownBy(() -> new Payload(new byte[0], " ")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nobody_waits_for_jackson_before_there_is_a_value() throws Exception {
        try (var loader = new WithoutJackson()) {
            // Whoever looked for it here would not have found it.
            loader.loadClass(Codecs.class.getName()).getMethod("json").invoke(null);

            assertThat(loader.looked).isEmpty();
        }
    }

    /** Loads Howdah's classes anew, in a world where Jackson does not exist. */
    private static final class WithoutJackson extends URLClassLoader {
        private final List<String> looked = new CopyOnWriteArrayList<>();

        WithoutJackson() {
            super(new URL[] {Codecs.class.getProtectionDomain().getCodeSource().getLocation()}, null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.contains("jackson.databind")) {
                looked.add(name);
                throw new ClassNotFoundException(name);
            }
            return Optional.<Class<?>>ofNullable(name.startsWith("io.howdah.") ? super.findClass(name) : null)
                    .orElseThrow(() -> new ClassNotFoundException(name));
        }
    }
}
