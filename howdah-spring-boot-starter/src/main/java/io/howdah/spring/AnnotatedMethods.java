// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/** Finds the methods of all beans that carry an annotation of ours, in one go. */
final class AnnotatedMethods implements SmartInitializingSingleton {
    private final ConfigurableListableBeanFactory beans;
    private final Candidates candidates;
    private final List<MethodAnnotation<?>> annotations;
    private final Declarations declarations;
    private volatile boolean handlers;

    private AnnotatedMethods(
            ConfigurableListableBeanFactory beans,
            Candidates candidates,
            List<MethodAnnotation<?>> annotations,
            Declarations declarations) {
        this.beans = beans;
        this.candidates = candidates;
        this.annotations = annotations;
        this.declarations = declarations;
    }

    static AnnotatedMethods of(ConfigurableApplicationContext context, Guards guards, HowdahProperties properties) {
        var factory = context.getBeanFactory();
        var beans = new Beans(factory);
        var declarations = new Declarations();
        return new AnnotatedMethods(
                factory,
                guards.candidates(),
                List.of(
                        new JobHandlers(beans),
                        new QueueListeners(beans, properties),
                        new ScheduleMethods(beans, declarations),
                        new LogListeners(beans, declarations),
                        new DurableListeners(beans, context),
                        guards.locked(),
                        guards.limited()),
                declarations);
    }

    /** What those methods want to be told the database at the start. */
    Declarations declarations() {
        return declarations;
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (var name : beans.getBeanNamesForType(Object.class, true, false)) {
            if (!ScopedProxyUtils.isScopedTarget(name)) {
                var type = type(name);
                if (type != null && !candidates.annotations(type).isEmpty()) {
                    look(name, ClassUtils.getUserClass(type));
                }
            }
        }
    }

    /** Whether there is a method that waits for work. */
    boolean haveHandlers() {
        return handlers;
    }

    private @Nullable Class<?> type(String bean) {
        var type = AutoProxyUtils.determineTargetClass(beans, bean);
        return type != null && ScopedObject.class.isAssignableFrom(type)
                ? AutoProxyUtils.determineTargetClass(beans, ScopedProxyUtils.getTargetBeanName(bean))
                : type;
    }

    private void look(String bean, Class<?> type) {
        MethodIntrospector.selectMethods(type, this::annotationsOf).forEach((method, found) -> {
            for (var annotation : annotations) {
                tell(annotation, found, new BeanMethod(beans, bean, type, method));
            }
        });
    }

    private @Nullable MergedAnnotations annotationsOf(Method method) {
        var found = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
        return annotations.stream().anyMatch(one -> found.isPresent(one.type())) ? found : null;
    }

    private <A extends Annotation> void tell(
            MethodAnnotation<A> annotation, MergedAnnotations found, BeanMethod method) {
        found.get(annotation.type()).synthesize(MergedAnnotation::isPresent).ifPresent(one -> {
            try {
                if (annotation.isHandled()) {
                    method.requireCallable();
                    handlers = true;
                }
                annotation.found(method, one);
            } catch (RuntimeException failure) {
                throw new IllegalStateException(
                        "@" + annotation.type().getSimpleName() + " on " + method + ": " + failure.getMessage(),
                        failure);
            }
        });
    }
}
