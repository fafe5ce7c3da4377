// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.util.ClassUtils;

/** Puts a guard around methods with an annotation, outside of whatever else is around them by then. */
final class GuardProxies extends AbstractBeanFactoryAwareAdvisingPostProcessor {
    private static final long serialVersionUID = 1;

    private final transient Candidates candidates;
    private final Class<? extends Annotation> annotation;

    GuardProxies(Class<? extends Annotation> annotation, MethodInterceptor guard, Candidates candidates) {
        this.candidates = candidates;
        this.annotation = annotation;
        this.advisor = new DefaultPointcutAdvisor(new AnnotationMatchingPointcut(null, annotation, true), guard);
        setBeforeExistingAdvisors(true);
        setProxyTargetClass(true);
    }

    @Override
    protected boolean isEligible(Class<?> type) {
        return candidates.annotations(type).contains(annotation) && super.isEligible(type);
    }

    /** The method that carries the annotation, also where one of its interface was called. */
    static Method method(MethodInvocation invocation) {
        var target = invocation.getThis();
        return target == null
                ? invocation.getMethod()
                : AopUtils.getMostSpecificMethod(invocation.getMethod(), ClassUtils.getUserClass(target));
    }

    /** Refuses what a proxy would silently pass by, and what is not over when the method returns. */
    static void requireGuardable(BeanMethod method) {
        if ((method.method().getModifiers() & (Modifier.PRIVATE | Modifier.STATIC | Modifier.FINAL)) != 0) {
            throw new IllegalArgumentException("it must not be private, static or final: a proxy stands before it");
        }
        method.requireOverWhenItReturns();
    }
}
