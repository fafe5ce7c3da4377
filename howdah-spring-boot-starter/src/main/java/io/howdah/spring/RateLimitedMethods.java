// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.limit.Decision;
import io.howdah.limit.Denied;
import io.howdah.limit.Limits;
import io.howdah.limit.RateLimit;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Calls methods with {@link RateLimited} as often as they may be. */
final class RateLimitedMethods implements MethodAnnotation<RateLimited>, MethodInterceptor {
    private final Beans beans;
    private final Map<Method, Guard> guards = new ConcurrentHashMap<>();

    /** The limit of one method. */
    private record Guard(Limits limits, RateLimit limit, ArgumentText key, long cost, Duration patience) {
        Decision ask(String key) throws InterruptedException {
            return patience.isZero() ? limits.tryAcquire(limit, key, cost) : limits.acquire(limit, key, cost, patience);
        }
    }

    RateLimitedMethods(Beans beans) {
        this.beans = beans;
    }

    @Override
    public Class<RateLimited> type() {
        return RateLimited.class;
    }

    @Override
    public boolean isHandled() {
        return false;
    }

    @Override
    public void found(BeanMethod method, RateLimited annotation) {
        GuardProxies.requireGuardable(method);
        guard(method.method(), annotation);
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        var method = GuardProxies.method(invocation);
        var guard = guards.computeIfAbsent(method, this::guard);
        var key = guard.key().with(invocation.getArguments());
        if (ask(guard, key, method) instanceof Denied denied) {
            throw new RateLimitedException(guard.limit().name(), key, denied);
        }
        return invocation.proceed();
    }

    private static Decision ask(Guard guard, String key, Method method) {
        try {
            return guard.ask(key);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    method.getName() + " was interrupted while it waited for rate limit " + guard.limit(), interrupted);
        }
    }

    private Guard guard(Method method) {
        var annotation = AnnotatedElementUtils.findMergedAnnotation(method, RateLimited.class);
        if (annotation == null) {
            throw new IllegalStateException(method + " is not @RateLimited");
        }
        return guard(method, annotation);
    }

    private Guard guard(Method method, RateLimited annotation) {
        var name = beans.text(annotation.limit());
        var limit = beans.first(RateLimit.class, one -> one.name().equals(name))
                .orElseThrow(() -> new IllegalArgumentException("there is no RateLimit bean with the name " + name));
        if (annotation.cost() < 1 || annotation.cost() > limit.mostAtOnce()) {
            throw new IllegalArgumentException(
                    "its cost must be 1 to " + limit.mostAtOnce() + ", which is all that " + limit + " ever allows");
        }
        return new Guard(
                beans.howdah(annotation.howdah()).limits(),
                limit,
                ArgumentText.of(beans.text(annotation.key()), method),
                annotation.cost(),
                beans.duration(annotation.waitFor()).orElse(Duration.ZERO));
    }
}
