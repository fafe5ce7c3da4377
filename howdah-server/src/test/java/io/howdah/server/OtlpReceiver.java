// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.howdah.server.trace.Collector;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;

/** A collector that keeps what is posted to it, and somebody whom webhooks reach. */
final class OtlpReceiver implements AutoCloseable {
    private static final HexFormat HEX = HexFormat.of();

    private final HttpServer server;
    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final List<String> hooks = new CopyOnWriteArrayList<>();

    /** What is read of a span, ids in hexadecimal; a parent that it has not is empty. */
    record Span(String trace, String id, String parent, String name, long kind) {}

    OtlpReceiver() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        } catch (IOException failure) {
            throw new AssertionError("no port", failure);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/v1/traces", this::traces);
        server.createContext("/hook", this::hook);
        server.start();
    }

    Collector collector(double sampled) {
        return new Collector(URI.create(address("/v1/traces")), Map.of("X-Key", "s3cret"), sampled);
    }

    String address(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    List<Span> spans() {
        return List.copyOf(spans);
    }

    Span named(String name) {
        return spans.stream()
                .filter(span -> span.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no span " + name + " in " + spans));
    }

    /** What the header said that it asks for. */
    List<String> keys() {
        return List.copyOf(keys);
    }

    /** The traceparents of webhooks. */
    List<String> hooks() {
        return List.copyOf(hooks);
    }

    private void hook(HttpExchange exchange) throws IOException {
        try (exchange) {
            hooks.add(String.valueOf(exchange.getRequestHeaders().getFirst("traceparent")));
            exchange.sendResponseHeaders(204, -1);
        }
    }

    private void traces(HttpExchange exchange) throws IOException {
        try (exchange) {
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Key")));
            // ExportTraceServiceRequest: resource_spans 1, scope_spans 2, spans 2.
            fields(ByteBuffer.wrap(exchange.getRequestBody().readAllBytes()), (resourceSpans, ofAll) -> {
                if (resourceSpans == 1) {
                    fields(ofAll, (scopeSpans, ofResource) -> {
                        if (scopeSpans == 2) {
                            fields(ofResource, (span, ofScope) -> {
                                if (span == 2) {
                                    spans.add(span(ofScope));
                                }
                            });
                        }
                    });
                }
            });
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private static Span span(ByteBuffer encoded) {
        var texts = new String[] {"", "", "", "", ""};
        var kind = new long[1];
        fields(encoded, (field, value) -> {
            switch (field) {
                case 1, 2, 4 -> texts[field - 1] = HEX.formatHex(bytes(value));
                case 5 -> texts[4] = new String(bytes(value), UTF_8);
                case 6 -> kind[0] = number(value);
                default -> {}
            }
        });
        return new Span(texts[0], texts[1], texts[3], texts[4], kind[0]);
    }

    /** The fields of a message of Protocol Buffers, each by its number. */
    private static void fields(ByteBuffer message, BiConsumer<Integer, ByteBuffer> each) {
        message.order(ByteOrder.LITTLE_ENDIAN);
        while (message.hasRemaining()) {
            var tag = (int) number(message);
            var length = switch (tag & 7) {
                case 0 -> lengthOfNumber(message);
                case 1 -> 8;
                case 2 -> (int) number(message);
                case 5 -> 4;
                default -> throw new AssertionError("no wire type " + (tag & 7));
            };
            each.accept(tag >>> 3, message.slice(message.position(), length));
            message.position(message.position() + length);
        }
    }

    private static int lengthOfNumber(ByteBuffer message) {
        var begin = message.position();
        number(message);
        var length = message.position() - begin;
        message.position(begin);
        return length;
    }

    private static long number(ByteBuffer message) {
        var value = 0L;
        for (int shift = 0; ; shift += 7) {
            var next = message.get();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private static byte[] bytes(ByteBuffer value) {
        var bytes = new byte[value.remaining()];
        value.get(bytes);
        return bytes;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
