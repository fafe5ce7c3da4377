// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ReplyWatchTest {
    private static final byte[] BIND_COMPLETE = message('2', "");
    private static final byte[] COMMIT = message('C', "COMMIT\0");
    private static final byte[] INSERT = message('C', "INSERT 0 1\0");
    private static final byte[] READY = message('Z', "I");

    private final Faults faults = new Faults();
    private final ReplyWatch watch = new ReplyWatch(faults);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void everything_passes_while_nothing_is_armed() throws IOException {
        byte[] all = join(BIND_COMPLETE, COMMIT, READY);

        assertThat(watch.pass(all, out)).isFalse();

        assertThat(out.toByteArray()).isEqualTo(all);
    }

    @Test
    void the_armed_reply_and_what_follows_is_swallowed() throws IOException {
        faults.arm("COMMIT");

        assertThat(watch.pass(join(BIND_COMPLETE, COMMIT, READY), out)).isTrue();

        assertThat(out.toByteArray()).isEqualTo(BIND_COMPLETE);
        assertThat(faults.armed()).isFalse();
    }

    @Test
    void the_reply_is_found_when_it_arrives_byte_by_byte() throws IOException {
        faults.arm("COMMIT");
        byte[] all = join(READY, INSERT, BIND_COMPLETE, COMMIT);

        for (int i = 0; i < all.length - 1; i++) {
            assertThat(watch.pass(new byte[] {all[i]}, out)).isFalse();
        }
        assertThat(watch.pass(new byte[] {all[all.length - 1]}, out)).isTrue();

        assertThat(out.toByteArray()).isEqualTo(join(READY, INSERT, BIND_COMPLETE));
    }

    @Test
    void another_reply_passes_and_leaves_the_watch_armed() throws IOException {
        faults.arm("COMMIT");

        byte[] others =
                join(INSERT, message('C', "COMMITTED\0"), message('C', "x".repeat(100) + "\0"), message('C', ""));

        assertThat(watch.pass(others, out)).isFalse();
        assertThat(out.toByteArray()).isEqualTo(others);
        assertThat(watch.pass(COMMIT, out)).isTrue();
    }

    @Test
    void the_first_word_of_a_tag_is_enough_but_not_its_beginning() throws IOException {
        faults.arm("INS");
        assertThat(watch.pass(INSERT, out)).isFalse();

        faults.arm("INSERT");
        assertThat(watch.pass(INSERT, out)).isTrue();
    }

    @Test
    void the_word_commit_inside_a_row_is_not_a_reply() throws IOException {
        faults.arm("COMMIT");
        byte[] row = message('D', new String(COMMIT, StandardCharsets.US_ASCII).repeat(50));

        assertThat(watch.pass(Arrays.copyOf(row, 40), out)).isFalse();
        assertThat(watch.pass(Arrays.copyOfRange(row, 40, row.length), out)).isFalse();

        assertThat(out.toByteArray()).isEqualTo(row);
    }

    @Test
    void another_protocol_passes_untouched_even_while_armed() throws IOException {
        faults.arm("COMMIT");
        byte[] text = "C\0\0\0\0 is no length that PostgreSQL would send".getBytes(StandardCharsets.US_ASCII);

        assertThat(watch.pass(text, out)).isFalse();
        assertThat(watch.pass(COMMIT, out)).isFalse();

        assertThat(out.toByteArray()).isEqualTo(join(text, COMMIT));
    }

    private static byte[] message(char type, String body) {
        try {
            var bytes = new ByteArrayOutputStream();
            var data = new DataOutputStream(bytes);
            data.writeByte(type);
            data.writeInt(4 + body.length());
            data.write(body.getBytes(StandardCharsets.US_ASCII));
            return bytes.toByteArray();
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static byte[] join(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
