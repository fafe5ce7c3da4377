// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;

/**
 * A method of a bean, called on the bean as it is when it is wanted.
 *
 * @param type the class of the bean, without proxies
 */
record BeanMethod(BeanFactory beans, String bean, Class<?> type, Method method) {
    ResolvableType parameter(int index) {
        return ResolvableType.forMethodParameter(method, index, type);
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
