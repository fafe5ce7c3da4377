// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockTimeoutException;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Calls methods with {@link Locked} under their locks. */
final class LockedMethods implements MethodAnnotation<Locked>, MethodInterceptor {
    private final Beans beans;
    private final Map<Method, LockGuard> guards = new ConcurrentHashMap<>();

    LockedMethods(Beans beans) {
        this.beans = beans;
    }

    @Override
    public Class<Locked> type() {
        return Locked.class;
    }

    @Override
    public boolean isHandled() {
        return false;
    }

    @Override
    public void found(BeanMethod method, Locked annotation) {
        GuardProxies.requireGuardable(method);
        var answer = method.method().getReturnType();
        if (annotation.ifBusy() == Locked.IfBusy.SKIP && answer != void.class && answer != Optional.class) {
            throw new IllegalArgumentException(
                    "it must return nothing or an Optional if it may be skipped, not " + answer.getSimpleName());
        }
        guard(method.method(), annotation);
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        var method = GuardProxies.method(invocation);
        var guard = guards.computeIfAbsent(method, this::guard);
        var begun = new AtomicBoolean();
        try {
            return guard.run(invocation.getArguments(), lock -> {
                begun.set(true);
                return proceed(invocation);
            });
        } catch (LockTimeoutException busy) {
            if (begun.get() || guard.ifBusy() == Locked.IfBusy.THROW) {
                throw busy;
            }
            return method.getReturnType() == Optional.class ? Optional.empty() : null;
        } catch (InterruptedException interrupted) {
            if (begun.get()) {
                throw interrupted;
            }
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    method.getName() + " was interrupted while it waited for its lock", interrupted);
        }
    }

    private static Optional<Object> proceed(MethodInvocation invocation) throws Exception {
        try {
            return Optional.ofNullable(invocation.proceed());
        } catch (Exception | Error failure) {
            throw failure;
        } catch (Throwable other) {
            throw new UndeclaredThrowableException(other);
        }
    }

    private LockGuard guard(Method method) {
        var annotation = AnnotatedElementUtils.findMergedAnnotation(method, Locked.class);
        if (annotation == null) {
            throw new IllegalStateException(method + " is not @Locked");
        }
        return guard(method, annotation);
    }

    private LockGuard guard(Method method, Locked annotation) {
        return new LockGuard(
                beans.howdah(annotation.howdah()).locks(),
                beans.text(annotation.namespace()),
                ArgumentText.of(beans.text(annotation.name()), method),
                new LockGuard.Limits(
                        beans.duration(annotation.waitFor()).orElse(Duration.ZERO),
                        beans.duration(annotation.maxHold()).orElse(Duration.ofDays(7)),
                        beans.duration(annotation.lease()).map(LeaseOptions.standard()::ttl)),
                annotation.ifBusy());
    }
}
