// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.limit;

import io.howdah.limit.RateLimit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationStyle;

/**
 * What can be chosen under {@code howdah.limits.http}. Whatever else a limit can be told is for an {@link HttpLimit}
 * bean.
 *
 * @param trustedProxies How many proxies of our own a request passes; addresses are counted from the right of
 *     X-Forwarded-For.
 * @param order Where the filter stands among the others; by default after Spring Security's, so that it knows who is
 *     logged in. Below -100 is before it.
 * @param rules The limits, by the name of their policy.
 */
@ConfigurationProperties("howdah.limits.http")
public record HttpLimitsProperties(
        @DefaultValue("0") int trustedProxies,
        @DefaultValue("-90") int order,
        @DefaultValue Map<String, Rule> rules) {
    private static final String PREFIX = "howdah.limits.http.";
    private static final Pattern LIMIT = Pattern.compile("\\s*(?<count>\\d{1,10})\\s*/\\s*(?<period>\\S+)\\s*");

    public HttpLimitsProperties {
        if (trustedProxies < 0) {
            throw new IllegalArgumentException(PREFIX + "trusted-proxies must not be negative: " + trustedProxies);
        }
        rules.forEach((name, rule) -> limit(name, rule, 0));
    }

    /** Who requests are counted for. */
    public enum By {
        ADDRESS,
        PRINCIPAL,
        EVERYBODY
    }

    /** What is answered while the database is away. */
    public enum Fail {
        OPEN,
        CLOSED
    }

    /**
     * One limit on some of the requests.
     *
     * @param paths Which paths, such as /api/**; all of them if none is given.
     * @param methods Which methods; all of them if none is given.
     * @param by Who requests are counted for.
     * @param allow Buckets, such as 10/1s: a burst of so many, refilled within the time.
     * @param window Exact counts, such as 100/1d: never more in any time of that length.
     * @param leased Whether instances take tokens ahead: faster, from limits of 100 on.
     * @param durable Whether counts survive a crash of the database server.
     * @param fail Whether requests pass while the database is away; open, unless durable.
     */
    public record Rule(
            @DefaultValue("/**") List<String> paths,
            @DefaultValue List<String> methods,
            @DefaultValue("address") By by,
            @DefaultValue List<String> allow,
            @DefaultValue List<String> window,
            @DefaultValue("false") boolean leased,
            @DefaultValue("false") boolean durable,
            @Nullable Fail fail) {}

    List<HttpLimit> limits() {
        return rules.entrySet().stream()
                .map(rule -> limit(rule.getKey(), rule.getValue(), trustedProxies))
                .toList();
    }

    private static HttpLimit limit(String name, Rule rule, int trustedProxies) {
        try {
            return HttpLimit.on(policy(name, rule), rule.paths().toArray(String[]::new))
                    .methods(rule.methods().toArray(String[]::new))
                    .by(
                            switch (rule.by()) {
                                case ADDRESS -> LimitKey.address(trustedProxies);
                                case PRINCIPAL -> LimitKey.principal(trustedProxies);
                                case EVERYBODY -> LimitKey.everybody();
                            });
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(PREFIX + "rules." + name + ": " + wrong.getMessage(), wrong);
        }
    }

    private static RateLimit policy(String name, Rule rule) {
        var policy = RateLimit.named(name);
        for (var text : rule.allow()) {
            policy = policy.allow(count(text), period(text));
        }
        for (var text : rule.window()) {
            policy = policy.window(count(text), period(text));
        }
        policy = rule.durable() ? policy.durable() : policy;
        policy = rule.leased() ? policy.leased() : policy;
        if (rule.fail() != null) {
            policy = rule.fail() == Fail.OPEN ? policy.failOpen() : policy.failClosed();
        }
        return policy;
    }

    private static long count(String text) {
        return Long.parseLong(halves(text).group("count"));
    }

    private static Duration period(String text) {
        return DurationStyle.detectAndParse(halves(text).group("period"));
    }

    private static Matcher halves(String text) {
        var halves = LIMIT.matcher(text);
        if (!halves.matches()) {
            throw new IllegalArgumentException("a limit is a count and a time, such as 10/1s: \"" + text + "\"");
        }
        return halves;
    }
}
