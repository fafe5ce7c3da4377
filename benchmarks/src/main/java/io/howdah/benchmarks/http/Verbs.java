// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.http;

import io.howdah.benchmarks.harness.Load;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** What a client asks for again and again, as one operation. */
final class Verbs {
    private static final int KEYS = 10_000;
    private static final String JOB = "{\"type\":\"bench\",\"payload\":{\"order\":17,\"customer\":\"ada\"}}";
    private static final String MESSAGE = "{\"payload\":{\"order\":17,\"customer\":\"ada\"}}";

    private Verbs() {}

    static Load.Worker enqueue(HttpConnection connection) {
        return worker(connection, () -> connection.post("/jobs", JOB));
    }

    static Load.Worker enqueueOnce(HttpConnection connection) {
        return worker(
                connection,
                () -> connection.post("/jobs", JOB, UUID.randomUUID().toString()));
    }

    /** Three requests. Whatever message comes is taken: they are all alike. */
    static Load.Worker message(HttpConnection connection) {
        return worker(connection, () -> {
            connection.post("/queues/bench/messages", MESSAGE);
            var received = connection.post("/queues/bench/messages/receive", "{\"max\":1,\"waiting\":\"PT10S\"}");
            connection.post("/receipts/ack", "{\"receipts\":[\"" + field(received, "receipt") + "\"]}");
        });
    }

    /** Two requests, for a lock that nobody else wants. */
    static Load.Worker lease(HttpConnection connection) {
        var name = "\"namespace\":\"bench\",\"name\":\"" + UUID.randomUUID() + "\"";
        return worker(connection, () -> {
            var granted = connection.post("/leases", "{" + name + ",\"ttl\":\"PT30S\"}");
            connection.post("/leases/release", "{" + name + ",\"token\":\"" + field(granted, "token") + "\"}");
        });
    }

    static Load.Worker limit(HttpConnection connection) {
        return worker(
                connection,
                () -> connection.post(
                        "/limits/check",
                        "{\"policy\":\"bench\",\"limits\":[{\"count\":100000000,\"period\":\"PT1S\"}],\"key\":\"key "
                                + ThreadLocalRandom.current().nextInt(KEYS) + "\"}"));
    }

    private static Load.Worker worker(HttpConnection connection, Requests requests) {
        return new Load.Worker() {
            @Override
            public int call() throws IOException {
                requests.send();
                return 1;
            }

            @Override
            public void close() throws IOException {
                connection.close();
            }
        };
    }

    private static String field(String json, String name) {
        var from = json.indexOf("\"" + name + "\":\"");
        if (from < 0) {
            throw new IllegalStateException("an answer has no " + name + ": " + json);
        }
        var begin = from + name.length() + 4;
        return json.substring(begin, json.indexOf('"', begin));
    }

    /** The requests of one operation. */
    private interface Requests {
        void send() throws IOException;
    }
}
