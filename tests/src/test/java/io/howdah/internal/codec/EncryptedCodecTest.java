// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Codec;
import io.howdah.EncryptedCodec;
import io.howdah.Payload;
import io.howdah.PayloadException;
import io.howdah.job.JobState;
import io.howdah.job.JobType;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

@HowdahTest
class EncryptedCodecTest {
    record Card(String number) {}

    private static final SecretKey OLD = key(1);
    private static final SecretKey NEW = key(2);
    private static final Codec WRITES_OLD = EncryptedCodec.of(Codec.json(), "2026-05", OLD);
    private static final Codec WRITES_NEW =
            EncryptedCodec.of(Codec.json(), "2026-11", NEW).alsoReading("2026-05", OLD);

    private static final String READABLE = """
        select (select count(*) from howdah.work_body where position('4111'::bytea in payload) > 0)
          + (select count(*) from howdah.job_step where position('4111'::bytea in result) > 0)
          + (select count(*) from howdah.work_outcome where position('4111'::bytea in result) > 0)
        """;

    private static SecretKey key(int seed) {
        var bytes = new byte[32];
        Arrays.fill(bytes, (byte) seed);
        return new SecretKeySpec(bytes, "AES");
    }

    @Test
    void what_is_written_can_be_read_with_the_key_and_by_nobody_else() {
        var payload = WRITES_OLD.encode(new Card("4111-1111"));

        assertThat(payload.contentType()).isEqualTo("application/vnd.howdah.encrypted;key=2026-05;of=application/json");
        assertThat(new String(payload.bytes(), StandardCharsets.ISO_8859_1)).doesNotContain("4111");
        assertThat(WRITES_OLD.decode(payload, Card.class)).isEqualTo(new Card("4111-1111"));
        assertThat(WRITES_OLD.encode(new Card("4111-1111")).bytes())
                .as("the same is never written the same")
                .isNotEqualTo(payload.bytes());
    }

    @Test
    void a_key_is_changed_while_payloads_of_the_old_one_wait() {
        var old = WRITES_OLD.encode(new Card("1"));
        var young = WRITES_NEW.encode(new Card("2"));

        assertThat(WRITES_NEW.decode(old, Card.class)).isEqualTo(new Card("1"));
        assertThat(WRITES_NEW.decode(young, Card.class)).isEqualTo(new Card("2"));
        assertThatThrownBy(() -> WRITES_OLD.decode(young, Card.class))
                .isInstanceOfSatisfying(
                        PayloadException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo("payload-unknown-key"))
                .hasMessageContaining("2026-11")
                .hasMessageContaining("[2026-05]");
    }

    @Test
    void whatever_is_changed_makes_it_unreadable() {
        var payload = WRITES_NEW.encode(new Card("1"));
        var flipped = payload.bytes().clone();
        flipped[flipped.length / 2] ^= 1;

        for (var changed : List.of(
                new Payload(flipped, payload.contentType()),
                new Payload(payload.bytes(), payload.contentType().replace("/json", "/text")),
                new Payload(payload.bytes(), payload.contentType().replace("2026-11", "2026-05")),
                new Payload(Arrays.copyOf(payload.bytes(), 20), payload.contentType()),
                new Payload(new byte[0], payload.contentType()))) {
            assertThatThrownBy(() -> WRITES_NEW.decode(changed, Card.class))
                    .isInstanceOfSatisfying(
                            PayloadException.class,
                            refusal -> assertThat(refusal.code()).isEqualTo("payload-unreadable"));
        }
    }

    @Test
    void what_is_not_a_key_is_refused_by_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EncryptedCodec.of(Codec.json(), "short", new SecretKeySpec(new byte[16], "AES")))
                .withMessageContaining("short");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EncryptedCodec.of(Codec.json(), "a;b", OLD))
                .withMessageContaining("a;b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EncryptedCodec.of(Codec.json(), "k", OLD).alsoReading("k", NEW))
                .withMessageContaining("k already");
    }

    @Test
    void nothing_of_a_job_is_in_the_database_as_it_was_and_sql_can_still_enqueue(TestDatabase database) {
        var seen = new ArrayList<String>();
        var howdah = database.howdah(builder -> builder.codec(WRITES_NEW));
        var cards = JobType.of("card", Card.class);
        var raw = JobType.of("raw", byte[].class);
        howdah.jobs().handle(cards, job -> {
            seen.add(job.payload().number());
            job.step("remember", Card.class, job::payload);
            job.result(job.payload());
        });
        howdah.jobs().handle(raw, job -> seen.add(new String(job.payload(), StandardCharsets.UTF_8)));
        var card = howdah.jobs().enqueue(cards, new Card("4111-1111"));
        howdah.jobs().enqueue(raw, "4111-2222".getBytes(StandardCharsets.UTF_8));
        database.query("select howdah.enqueue('card', '{\"number\": \"plain\"}')");

        howdah.drain();

        assertThat(seen).containsExactlyInAnyOrder("4111-1111", "4111-2222", "plain");
        assertThat(howdah.jobs().result(card, Card.class)).contains(new Card("4111-1111"));
        assertThat(database.one(READABLE, Long.class)).isZero();
        var keyless = database.howdah(builder -> builder.codec(WRITES_OLD));
        keyless.jobs().handle(cards, job -> seen.add("not reached"));
        var unreadable = howdah.jobs().enqueue(cards, new Card("4111-3333"));
        keyless.drain();
        assertThat(keyless.jobs().find(unreadable).orElseThrow()).satisfies(info -> {
            assertThat(info.state()).as("another process may have the key").isEqualTo(JobState.DEFERRED);
            assertThat(info.lastError())
                    .hasValueSatisfying(error -> assertThat(error).contains("the key 2026-11"));
        });
    }
}
