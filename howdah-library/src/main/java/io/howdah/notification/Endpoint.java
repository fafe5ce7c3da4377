// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.net.HttpCall;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where webhooks go, and how. Immutable: every method answers with a changed copy. */
public final class Endpoint {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}");

    private final String name;
    private final String url;
    private List<String> types = List.of();
    private int concurrency = 10;
    private Duration timeout = Duration.ofSeconds(15);
    private @Nullable Integer rate;
    private @Nullable Duration ratePeriod;
    private byte @Nullable [] secret;

    private Endpoint(String name, String url) {
        this.name = name;
        this.url = url;
    }

    public static Endpoint of(String name, String url) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the name of an endpoint has 1 to 100 letters, digits or . _ : / - and"
                    + " begins with a letter or digit: \"" + name + "\"");
        }
        return new Endpoint(name, HttpCall.requireAddress(url).toString());
    }

    /** What it gets of notifications to subscribers: {@code order.shipped}, {@code order.*} or {@code *}. */
    public Endpoint types(String... types) {
        return copy(endpoint ->
                endpoint.types = Stream.of(types).map(TypePattern::require).toList());
    }

    /** How many deliveries it gets at the same time, of all processes together: 1 to 100. Default: 10. */
    public Endpoint concurrency(int most) {
        if (most < 1 || most > 100) {
            throw new IllegalArgumentException("an endpoint gets 1 to 100 deliveries at a time: " + most);
        }
        return copy(endpoint -> endpoint.concurrency = most);
    }

    /** How long an answer may take, from the lookup of the name on: 100 ms to 60 s. Default: 15 s. */
    public Endpoint timeout(Duration timeout) {
        if (timeout.compareTo(Duration.ofMillis(100)) < 0 || timeout.compareTo(Duration.ofSeconds(60)) > 0) {
            throw new IllegalArgumentException("an answer may take 100 ms to 60 s: " + timeout);
        }
        return copy(endpoint -> endpoint.timeout = timeout);
    }

    /** No more than so many in a period, evenly, of all processes together. Default: any number. */
    public Endpoint rate(int count, Duration period) {
        if (count < 1 || period.compareTo(Duration.ofMillis(10)) < 0 || period.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException(
                    "a rate is at least one in 10 ms to one day: " + count + " in " + period);
        }
        return copy(endpoint -> {
            endpoint.rate = count;
            endpoint.ratePeriod = period;
        });
    }

    /** The key that signs, {@code whsec_} and base64, if it comes from elsewhere. Default: one is made. */
    public Endpoint secret(String secret) {
        var read = WebhookSecret.read(secret);
        return copy(endpoint -> endpoint.secret = read);
    }

    private Endpoint copy(Consumer<Endpoint> change) {
        var copy = new Endpoint(name, url);
        copy.types = types;
        copy.concurrency = concurrency;
        copy.timeout = timeout;
        copy.rate = rate;
        copy.ratePeriod = ratePeriod;
        copy.secret = secret;
        change.accept(copy);
        return copy;
    }

    String name() {
        return name;
    }

    String url() {
        return url;
    }

    List<String> types() {
        return types;
    }

    int concurrency() {
        return concurrency;
    }

    Duration timeout() {
        return timeout;
    }

    @Nullable
    Integer rate() {
        return rate;
    }

    @Nullable
    Duration ratePeriod() {
        return ratePeriod;
    }

    byte @Nullable [] secret() {
        return secret;
    }
}
