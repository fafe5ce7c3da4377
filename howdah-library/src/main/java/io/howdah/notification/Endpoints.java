// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.db.Db;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The endpoints that webhooks go to. Thread-safe. */
public final class Endpoints {
    private static final Duration LONGEST_OVERLAP = Duration.ofDays(366);

    private final EndpointStore store;

    Endpoints(Db db) {
        this.store = new EndpointStore(db);
    }

    /** Makes an endpoint, or changes the one of that name, which keeps its key. The answer is the key that signs. */
    public String put(Endpoint endpoint) {
        store.put(endpoint, WebhookSecret.generate());
        return secret(endpoint.name());
    }

    /**
     * Makes an endpoint, and answers with the key that signs; or changes the one of that name, and answers with
     * nothing: so whoever may change an endpoint need not be told its key.
     */
    public Optional<String> makeOrChange(Endpoint endpoint) {
        return store.put(endpoint, WebhookSecret.generate()) ? Optional.of(secret(endpoint.name())) : Optional.empty();
    }

    /**
     * The key that signs, {@code whsec_} and base64, for its receiver.
     *
     * @throws UnknownEndpointException if there is no such endpoint
     */
    public String secret(String name) {
        return store.secret(name).map(WebhookSecret::write).orElseThrow(() -> new UnknownEndpointException(name));
    }

    /**
     * Signs with a new key from now on, which is the answer, and for a time with the one before too, so that the
     * receiver can change over when he likes.
     *
     * @throws UnknownEndpointException if there is no such endpoint
     */
    public String rotate(String name, Duration overlap) {
        return rotate(name, WebhookSecret.write(WebhookSecret.generate()), overlap);
    }

    /** Signs with a key from elsewhere from now on. */
    public String rotate(String name, String secret, Duration overlap) {
        if (overlap.isNegative() || overlap.compareTo(LONGEST_OVERLAP) > 0) {
            throw new IllegalArgumentException("two keys sign for up to 366 days: " + overlap);
        }
        if (!store.rotate(name, WebhookSecret.read(secret), overlap)) {
            throw new UnknownEndpointException(name);
        }
        return secret;
    }

    /**
     * Sends nothing to it any more: what waits for it and what comes by its name are dead letters, and subscribers to
     * {@code howdah.endpoint.disabled} are told. False when it was disabled already, or there is none.
     */
    public boolean disable(String name, String why) {
        return store.disable(name, why);
    }

    /** Sends to it again; its dead letters can be redelivered. False when it was not disabled. */
    public boolean enable(String name) {
        return store.enable(name);
    }

    /** False when there was none. What waits for it becomes a dead letter. */
    public boolean remove(String name) {
        return store.remove(name);
    }

    public Optional<EndpointInfo> find(String name) {
        return store.find(name);
    }

    /** In the order of their names. */
    public List<EndpointInfo> list(int limit) {
        return store.list("", Notifications.requireLimit(limit));
    }

    /** Those after a name: the last of the page before. */
    public List<EndpointInfo> list(String after, int limit) {
        return store.list(after, Notifications.requireLimit(limit));
    }
}
