// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.util.ClassUtils;

/** Puts a guard around methods with an annotation, outside of whatever else is around them, transactions too. */
final class GuardProxies extends AbstractBeanFactoryAwareAdvisingPostProcessor {
    private static final long serialVersionUID = 1;

    /** @param order the larger, the further outside */
    GuardProxies(Class<? extends Annotation> annotation, MethodInterceptor guard, int order) {
        this.advisor = new DefaultPointcutAdvisor(new AnnotationMatchingPointcut(null, annotation, true), guard);
        setBeforeExistingAdvisors(true);
        setProxyTargetClass(true);
        setOrder(order);
    }

    /** The method that carries the annotation, also where one of its interface was called. */
    static Method method(MethodInvocation invocation) {
        var target = invocation.getThis();
        return target == null
                ? invocation.getMethod()
                : AopUtils.getMostSpecificMethod(invocation.getMethod(), ClassUtils.getUserClass(target));
    }

    /** Refuses what a proxy would silently pass by, and what is not over when the method returns. */
    static void requireGuardable(Method method) {
        if ((method.getModifiers() & (Modifier.PRIVATE | Modifier.STATIC | Modifier.FINAL)) != 0) {
            throw new IllegalArgumentException("it must not be private, static or final: a proxy stands before it");
        }
        var answer = method.getReturnType();
        if (Future.class.isAssignableFrom(answer)
                || CompletionStage.class.isAssignableFrom(answer)
                || Flow.Publisher.class.isAssignableFrom(answer)
                || ClassUtils.getAllInterfacesForClassAsSet(answer).stream()
                        .anyMatch(type -> type.getName().equals("org.reactivestreams.Publisher"))) {
            throw new IllegalArgumentException(
                    "it must not return a " + answer.getSimpleName() + ": its work would not be over when it returns");
        }
    }
}
