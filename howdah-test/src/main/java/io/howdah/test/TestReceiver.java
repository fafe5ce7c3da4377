// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.howdah.Howdah;
import io.howdah.notification.Channel;
import io.howdah.notification.ChannelAnswer;
import io.howdah.notification.DeliveryOptions;
import io.howdah.notification.Outgoing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The other end of notifications: webhooks reach it by HTTP on the loopback address, other channels directly. It keeps
 * what arrives, and fails as often as the test says. Thread-safe.
 */
public final class TestReceiver implements AutoCloseable {
    private static final int UNAVAILABLE = 503;
    private static final int NO_CONTENT = 204;

    private final Howdah howdah;
    private final HttpServer server;
    private final ConcurrentLinkedQueue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
    private final AtomicInteger failures = new AtomicInteger();

    /**
     * What arrived and was accepted.
     *
     * @param channel {@code webhook}, or the channel's name
     * @param address the path of the webhook, or the address within the channel
     * @param id the delivery's, the same in every attempt
     * @param content the JSON with type, timestamp, data, and the words
     */
    public record Arrival(String channel, String address, String id, String content) {}

    private TestReceiver(Howdah howdah, HttpServer server) {
        this.howdah = howdah;
        this.server = server;
    }

    /** Has the Howdah deliver to it. */
    static TestReceiver of(Howdah howdah, List<String> channels) {
        var receiver = ofWebhooks(howdah);
        var options = DeliveryOptions.defaults().allowNetwork("127.0.0.0/8");
        for (var channel : channels) {
            options = options.channel(receiver.new Way(channel));
        }
        howdah.notifications().deliver(options);
        return receiver;
    }

    /** Leaves it to the application to deliver. */
    static TestReceiver ofWebhooks(Howdah howdah) {
        try {
            var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
            var receiver = new TestReceiver(howdah, server);
            server.createContext("/", receiver::take);
            server.start();
            return receiver;
        } catch (IOException failure) {
            throw new UncheckedIOException("no receiver of webhooks could be started", failure);
        }
    }

    /** Where an endpoint is, for one whose path is to tell it from others. */
    public String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /** The next so many deliveries fail: webhooks are answered 503. */
    public void failNext(int deliveries) {
        failures.set(deliveries);
    }

    /**
     * Has the Howdah deliver everything that is due, as it {@linkplain Howdah#drain() does} everything else that is
     * due, and answers with what arrived since it was last asked.
     */
    public List<Arrival> deliver() {
        howdah.drain();
        var arrived = new ArrayList<Arrival>();
        for (var one = arrivals.poll(); one != null; one = arrivals.poll()) {
            arrived.add(one);
        }
        return arrived;
    }

    private boolean fails() {
        return failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var fails = fails();
            if (!fails) {
                var id = String.valueOf(exchange.getRequestHeaders().getFirst("webhook-id"));
                arrivals.add(new Arrival("webhook", exchange.getRequestURI().getPath(), id, body));
            }
            exchange.sendResponseHeaders(fails ? UNAVAILABLE : NO_CONTENT, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /** A channel that leads here. */
    private final class Way implements Channel {
        private final String name;

        Way(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public ChannelAnswer deliver(Outgoing delivery) {
            if (fails()) {
                return ChannelAnswer.failed("the test has it fail");
            }
            arrivals.add(new Arrival(name, delivery.address(), delivery.id().toString(), delivery.content()));
            return ChannelAnswer.delivered();
        }
    }
}
