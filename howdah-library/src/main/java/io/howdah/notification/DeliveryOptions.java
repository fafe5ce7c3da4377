// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.net.AddressGuard;
import io.howdah.internal.net.NetworkRange;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** How a process delivers. Immutable: every method answers with a changed copy. */
public final class DeliveryOptions {
    /** Ten attempts in 75 hours, as Standard Webhooks has it. */
    private static final List<Duration> PAUSES = Stream.of(
                    "PT5S", "PT5M", "PT30M", "PT2H", "PT5H", "PT10H", "PT14H", "PT20H", "PT24H")
            .map(Duration::parse)
            .toList();

    private static final int MOST_ATTEMPTS = 100;
    private static final double JITTER = 0.1;

    private int concurrency = 200;
    private List<Duration> pauses = PAUSES;
    private Duration disableAfter = Duration.ofDays(5);
    private List<NetworkRange> allowed = List.of();
    private List<Channel> channels = List.of();
    private @Nullable SSLContext tls;

    private DeliveryOptions() {}

    public static DeliveryOptions defaults() {
        return new DeliveryOptions();
    }

    /** How many deliveries of a channel this process makes at the same time. Default: 200. */
    public DeliveryOptions concurrency(int most) {
        if (most < 1 || most > 10_000) {
            throw new IllegalArgumentException("deliveries at a time are 1 to 10000: " + most);
        }
        return copy(options -> options.concurrency = most);
    }

    /** The pauses between attempts, each a tenth shorter or longer by chance. Default: ten attempts in three days. */
    public DeliveryOptions retryAfter(Duration... pauses) {
        if (pauses.length >= MOST_ATTEMPTS || Stream.of(pauses).anyMatch(Duration::isNegative)) {
            throw new IllegalArgumentException(
                    "up to 99 pauses, none negative, are between attempts: " + List.of(pauses));
        }
        return copy(options -> options.pauses = List.of(pauses));
    }

    /** An endpoint that has accepted nothing for so long is disabled, and an alarm is raised. Default: 5 days. */
    public DeliveryOptions disableAfter(Duration period) {
        return copy(options -> options.disableAfter = period);
    }

    /**
     * Webhooks may also go to this network, though it is not public, and without encryption: {@code 10.1.0.0/16}.
     * Default: none. Whoever may make endpoints can reach everything in it.
     */
    public DeliveryOptions allowNetwork(String network) {
        var more = new ArrayList<>(allowed);
        more.add(NetworkRange.parse(network));
        return copy(options -> options.allowed = List.copyOf(more));
    }

    /** Whom to trust when calling webhooks. Default: whom the JDK trusts. */
    public DeliveryOptions tls(SSLContext tls) {
        return copy(options -> options.tls = tls);
    }

    /** One more way out. */
    public DeliveryOptions channel(Channel channel) {
        Recipient.requireChannel(channel.name());
        var more = new ArrayList<>(channels);
        more.add(channel);
        return copy(options -> options.channels = List.copyOf(more));
    }

    private DeliveryOptions copy(Consumer<DeliveryOptions> change) {
        var copy = new DeliveryOptions();
        copy.concurrency = concurrency;
        copy.pauses = pauses;
        copy.disableAfter = disableAfter;
        copy.allowed = allowed;
        copy.channels = channels;
        copy.tls = tls;
        change.accept(copy);
        return copy;
    }

    int concurrency() {
        return concurrency;
    }

    int attempts() {
        return pauses.size() + 1;
    }

    Duration pauseAfter(int attempt) {
        if (pauses.isEmpty()) {
            return Duration.ofSeconds(5);
        }
        var planned = pauses.get(Math.clamp(attempt - 1, 0, pauses.size() - 1));
        var factor = ThreadLocalRandom.current().nextDouble(1 - JITTER, 1 + JITTER);
        return Duration.ofNanos((long) (planned.toNanos() * factor));
    }

    /** How long a delivery waits for an endpoint that nobody tries. */
    Duration giveUpAfter() {
        return pauses.stream().reduce(Duration.ZERO, Duration::plus);
    }

    Duration disableAfter() {
        return disableAfter;
    }

    AddressGuard guard() {
        return new AddressGuard(allowed);
    }

    List<Channel> channels() {
        return channels;
    }

    SSLContext tls() {
        try {
            return tls == null ? SSLContext.getDefault() : tls;
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("this JDK has no TLS", missing);
        }
    }
}
