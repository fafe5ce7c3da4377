// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;

/**
 * One connection that is kept alive, with one request at a time on it: a socket and no client library, so that what is
 * measured is the server.
 */
public final class HttpConnection implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 30_000;

    private final int port;
    private final String head;
    private Socket socket;
    private InputStream in;

    private HttpConnection(int port, String key) throws IOException {
        this.port = port;
        this.socket = open(port);
        this.in = new BufferedInputStream(socket.getInputStream());
        this.head = " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + key
                + "\r\nContent-Type: application/json\r\n";
    }

    public static HttpConnection to(int port, String key) throws IOException {
        return new HttpConnection(port, key);
    }

    private static Socket open(int port) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    /** Servers answer so many requests on one connection and no more; this is part of what they cost. */
    private void openAnew() throws IOException {
        socket.close();
        socket = open(port);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Any address, as it is written. */
    public String get(String path) throws IOException {
        socket.getOutputStream().write(("GET " + path + head + "\r\n").getBytes(ISO_8859_1));
        return answer();
    }

    String post(String path, String json) throws IOException {
        return send("POST /api/v1" + path + head, json);
    }

    String post(String path, String json, String idempotencyKey) throws IOException {
        return send("POST /api/v1" + path + head + "Idempotency-Key: " + idempotencyKey + "\r\n", json);
    }

    private String send(String start, String json) throws IOException {
        var body = json.getBytes(UTF_8);
        var request = new ByteArrayOutputStream();
        request.writeBytes((start + "Content-Length: " + body.length + "\r\n\r\n").getBytes(ISO_8859_1));
        request.writeBytes(body);
        request.writeTo(socket.getOutputStream());
        return answer();
    }

    private String answer() throws IOException {
        var status = line();
        var length = -1;
        var last = false;
        for (var header = line(); !header.isEmpty(); header = line()) {
            if (header.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                length = Integer.parseInt(header.substring(15).strip());
            }
            last |= header.equalsIgnoreCase("Connection: close");
        }
        var body = length < 0 ? "" : new String(in.readNBytes(length), UTF_8);
        if (last) {
            openAnew();
        }
        if (!status.startsWith("HTTP/1.1 20") || length < 0) {
            throw new IOException("the answer is " + status + " " + body);
        }
        return body;
    }

    private String line() throws IOException {
        var line = new StringBuilder(64);
        for (var read = in.read(); read != '\n'; read = in.read()) {
            if (read < 0) {
                throw new EOFException("the server has closed the connection");
            }
            if (read != '\r') {
                line.append((char) read);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
