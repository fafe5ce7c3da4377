// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** TCP ports of this machine's loopback address. */
final class Ports {

    static final String LOOPBACK = "127.0.0.1";

    private Ports() {}

    static int free() {
        try {
            return bound(0);
        } catch (IOException e) {
            throw new EmbeddedException("There is no free port on " + LOOPBACK + ": " + e.getMessage() + ".", e);
        }
    }

    static void requireFree(int port) {
        try {
            bound(port);
        } catch (IOException e) {
            throw new EmbeddedException(
                    "Port " + port + " on " + LOOPBACK + " is not free for PostgreSQL (" + e.getMessage()
                            + "). Stop what listens there, or choose another port.",
                    e);
        }
    }

    private static int bound(int port) throws IOException {
        try (var socket = new ServerSocket()) {
            // As the server does: a port whose old connections are still fading away is free.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
            return socket.getLocalPort();
        }
    }
}
