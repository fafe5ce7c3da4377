// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * A method of a bean, called on the bean as it is when it is wanted.
 *
 * @param type the class of the bean, without proxies
 */
record BeanMethod(ConfigurableBeanFactory beans, String bean, Class<?> type, Method method) {
    ResolvableType parameter(int index) {
        return ResolvableType.forMethodParameter(method, index, type);
    }

    /**
     * Refuses what could not be called, or would be called on a proxy that has no fields, when the first work is there.
     */
    void requireCallable() {
        requireOverWhenItReturns();
        // One that is made later is not made for this.
        if (beans.containsSingleton(bean)) {
            var target = beans.getBean(bean);
            if (Modifier.isFinal(method.getModifiers()) && AopUtils.isCglibProxy(target)) {
                throw new IllegalArgumentException("it must not be final: a proxy stands before its bean");
            }
            AopUtils.selectInvocableMethod(method, target.getClass());
        }
    }

    /** Refuses what is called over when it has only begun. */
    void requireOverWhenItReturns() {
        var answer = method.getReturnType();
        if (Future.class.isAssignableFrom(answer)
                || CompletionStage.class.isAssignableFrom(answer)
                || Flow.Publisher.class.isAssignableFrom(answer)
                || ClassUtils.getAllInterfacesForClassAsSet(answer).stream()
                        .anyMatch(one -> one.getName().equals("org.reactivestreams.Publisher"))) {
            throw new IllegalArgumentException(
                    "it must not return a " + answer.getSimpleName() + ": its work would not be over when it returns");
        }
        if (AnnotatedElementUtils.hasAnnotation(method, Async.class)
                || AnnotatedElementUtils.hasAnnotation(type, Async.class)) {
            throw new IllegalArgumentException("it must not be @Async: its work would not be over when it returns");
        }
    }

    void call(@Nullable Object... arguments) throws Exception {
        // Asked for now: a bean that is lazy or has a scope is made when it is wanted.
        var target = beans.getBean(bean);
        var invocable = AopUtils.selectInvocableMethod(method, target.getClass());
        ReflectionUtils.makeAccessible(invocable);
        try {
            invocable.invoke(target, arguments);
        } catch (InvocationTargetException failed) {
            var cause = failed.getCause();
            if (cause instanceof Exception failure) {
                throw failure;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw failed;
        }
    }

    @Override
    public String toString() {
        var parameters = Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", "));
        return method.getName() + "(" + parameters + ") of bean " + bean;
    }
}
