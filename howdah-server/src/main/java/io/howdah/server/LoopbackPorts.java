// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;

/** Ports on 127.0.0.1, looked at before anything is started. */
final class LoopbackPorts {
    private static final Duration POLL = Duration.ofMillis(100);

    private LoopbackPorts() {}

    /** Throws if one is taken, and stays taken for as long as {@code patience}. */
    static void requireFree(List<Integer> ports, Duration patience) throws InterruptedException {
        var deadline = System.nanoTime() + patience.toNanos();
        for (var port : ports) {
            while (!isFree(port)) {
                if (System.nanoTime() >= deadline) {
                    throw new CommandException(
                            "Port " + port + " on 127.0.0.1 is taken. Stop what listens there (perhaps"
                                    + " another howdah), or choose another with --port. Nothing was started.");
                }
                Thread.sleep(POLL);
            }
        }
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
