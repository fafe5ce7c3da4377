// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Makes HTTP/1.1 POSTs to addresses that a guard permits. It looks a name up once, asks the guard about what was found
 * and connects to exactly that, so that a name that means something else a moment later changes nothing. It follows no
 * redirects and uses no proxy. Thread-safe.
 *
 * <p>The JDK's client looks names up by itself, out of a guard's reach; that is why there is this one.
 */
public final class HttpPoster {
    private final AddressGuard guard;
    private final SSLContext tls;

    public HttpPoster(AddressGuard guard, SSLContext tls) {
        this.guard = guard;
        this.tls = tls;
    }

    /**
     * Makes a call.
     *
     * @throws ForbiddenAddressException if the guard permits none of the host's addresses
     * @throws IOException if there was no answer, or none in time
     */
    public HttpAnswer post(HttpCall call) throws IOException {
        var deadline = new Deadline(call.timeout());
        var found = InetAddress.getAllByName(call.host());
        var addresses = guard.permitted(call.host(), found, call.isEncrypted());
        try (var plain = connect(call, addresses, deadline);
                var socket = call.isEncrypted() ? encrypt(plain, call, deadline) : plain) {
            socket.getOutputStream().write(request(call));
            socket.getOutputStream().flush();
            return new HttpReader(socket, deadline)
                    .read(socket.getInetAddress().getHostAddress() + " port " + call.port());
        }
    }

    private Socket connect(HttpCall call, List<InetAddress> addresses, Deadline deadline) throws IOException {
        IOException failure = null;
        for (var address : addresses) {
            var socket = new Socket(java.net.Proxy.NO_PROXY);
            try {
                socket.setTcpNoDelay(true);
                socket.connect(new InetSocketAddress(address, call.port()), deadline.millis());
                requireStill(socket.getInetAddress(), call);
                return socket;
            } catch (IOException refused) {
                close(socket, refused);
                failure = joined(failure, refused);
            }
        }
        throw failure == null ? new IOException("no address of " + call.host()) : failure;
    }

    private static IOException joined(@Nullable IOException first, IOException next) {
        if (first == null) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }

    /** What counts is the address at the other end. */
    private void requireStill(InetAddress peer, HttpCall call) throws ForbiddenAddressException {
        guard.permitted(call.host(), new InetAddress[] {peer}, call.isEncrypted());
    }

    private Socket encrypt(Socket plain, HttpCall call, Deadline deadline) throws IOException {
        plain.setSoTimeout(deadline.millis());
        var socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, call.host(), call.port(), true);
        var parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private static byte[] request(HttpCall call) {
        var head = new StringBuilder()
                .append("POST ")
                .append(call.target())
                .append(" HTTP/1.1\r\nHost: ")
                .append(call.address().getRawAuthority())
                .append("\r\nConnection: close\r\nContent-Length: ")
                .append(call.body().length)
                .append("\r\n");
        call.headers()
                .forEach((name, value) -> head.append(name)
                        .append(": ")
                        .append(value.replaceAll("[\r\n]", " "))
                        .append("\r\n"));
        var first = head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
        var all = java.util.Arrays.copyOf(first, first.length + call.body().length);
        System.arraycopy(call.body(), 0, all, first.length, call.body().length);
        return all;
    }

    private static void close(Socket socket, IOException because) {
        try {
            socket.close();
        } catch (IOException also) {
            because.addSuppressed(also);
        }
    }

    /** When a call must be over. */
    static final class Deadline {
        private final long at;
        private final Duration whole;

        Deadline(Duration whole) {
            this.whole = whole;
            this.at = System.nanoTime() + whole.toNanos();
        }

        int millis() throws SocketTimeoutException {
            var left = (at - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new SocketTimeoutException("no answer within " + whole);
            }
            return (int) left;
        }
    }
}
