// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.net;

import io.howdah.internal.net.HttpPoster.Deadline;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads one answer, and of its body no more than is kept. Used by one thread. */
final class HttpReader {
    private static final int LONGEST_HEAD = 32_768;
    private static final int LONGEST_BODY = 16_384;
    private static final int MOST_INTERIM = 10;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})( .*)?");

    private final Socket socket;
    private final Deadline deadline;
    private final InputStream in;
    private int headLeft = LONGEST_HEAD;

    HttpReader(Socket socket, Deadline deadline) throws IOException {
        this.socket = socket;
        this.deadline = deadline;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    HttpAnswer read(String peer) throws IOException {
        for (int i = 0; i < MOST_INTERIM; i++) {
            var status = status();
            var headers = headers();
            if (status >= 200) {
                return new HttpAnswer(status, headers, body(status, headers), peer);
            }
        }
        throw new ProtocolException("there came only interim answers");
    }

    private int status() throws IOException {
        var line = line();
        var status = STATUS.matcher(line);
        if (!status.matches()) {
            throw new ProtocolException(
                    "the answer is not HTTP: \"" + line.substring(0, Math.min(60, line.length())) + '"');
        }
        return Integer.parseInt(status.group(1));
    }

    private Map<String, String> headers() throws IOException {
        var headers = new HashMap<String, String>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            var colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        return headers;
    }

    /** Once there is a status, that counts: what is wrong with the body is not the receiver's refusal. */
    private String body(int status, Map<String, String> headers) {
        var body = new ByteArrayOutputStream();
        try {
            if (status != 204 && status != 304) {
                readBody(headers, body);
            }
        } catch (IOException | NumberFormatException cut) {
            body.writeBytes((" [cut: " + cut.getMessage() + "]").getBytes(StandardCharsets.UTF_8));
        }
        return body.toString(StandardCharsets.UTF_8).replace("\0", "\\0");
    }

    private void readBody(Map<String, String> headers, ByteArrayOutputStream body) throws IOException {
        if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
            for (var size = chunk(); size > 0 && body.size() < LONGEST_BODY; size = chunk()) {
                copy(size, body);
                line();
            }
            return;
        }
        var length = headers.get("content-length");
        copy(length == null ? Long.MAX_VALUE : Long.parseLong(length), body);
    }

    private long chunk() throws IOException {
        return Long.parseLong(line().split(";", 2)[0].strip(), 16);
    }

    private void copy(long length, ByteArrayOutputStream body) throws IOException {
        var left = Math.min(length, LONGEST_BODY - body.size());
        var buffer = new byte[4_096];
        while (left > 0) {
            socket.setSoTimeout(deadline.millis());
            var count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (count < 0) {
                return;
            }
            body.write(buffer, 0, count);
            left -= count;
        }
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (var one = next(); one != '\n'; one = next()) {
            if (one != '\r') {
                line.write(one);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    private int next() throws IOException {
        if (--headLeft < 0) {
            throw new ProtocolException("the head of the answer is longer than " + LONGEST_HEAD + " bytes");
        }
        if (in.available() == 0) {
            socket.setSoTimeout(deadline.millis());
        }
        var one = in.read();
        if (one < 0) {
            throw new EOFException("the receiver closed the connection before it had answered");
        }
        return one;
    }
}
