// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import java.lang.reflect.Method;
import java.util.Map;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/** Finds the methods with {@link JobHandler} of all beans and has them called. */
final class JobHandlerMethods implements SmartInitializingSingleton {
    private final ConfigurableListableBeanFactory beans;

    JobHandlerMethods(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (var name : beans.getBeanNamesForType(Object.class, true, false)) {
            var type = AutoProxyUtils.determineTargetClass(beans, name);
            if (type != null && AnnotationUtils.isCandidateClass(type, JobHandler.class)) {
                var user = ClassUtils.getUserClass(type);
                annotated(user).forEach((method, annotation) -> register(name, user, method, annotation));
            }
        }
    }

    private static Map<Method, JobHandler> annotated(Class<?> type) {
        return MethodIntrospector.selectMethods(
                type, (Method method) -> AnnotatedElementUtils.findMergedAnnotation(method, JobHandler.class));
    }

    private void register(String bean, Class<?> type, Method method, JobHandler annotation) {
        var call = JobHandlerCall.of(type, method);
        var howdah = annotation.howdah().isEmpty()
                ? beans.getBean(Howdah.class)
                : beans.getBean(annotation.howdah(), Howdah.class);
        handle(howdah, type(resolved(annotation.value()), resolved(annotation.queue()), call.payload()), bean, call);
    }

    private <T> void handle(Howdah howdah, JobType<T> type, String bean, JobHandlerCall call) {
        howdah.jobs().handle(type, job -> {
            // Asked for now: a bean that is lazy or has a scope is made when it is wanted.
            var target = beans.getBean(bean);
            call.with(AopUtils.selectInvocableMethod(call.method(), target.getClass()))
                    .on(target, job);
        });
    }

    private JobType<?> type(String name, String queue, Class<?> payload) {
        for (var bean : beans.getBeanNamesForType(JobType.class)) {
            var type = beans.getBean(bean, JobType.class);
            if (type.name().equals(name)) {
                if (!payload.isAssignableFrom(type.payload())) {
                    throw new IllegalStateException("The handler of " + name + " takes a " + payload.getName()
                            + ", but its JobType says " + type.payload().getName());
                }
                return type;
            }
        }
        return JobType.of(name, payload).queue(queue);
    }

    private String resolved(String text) {
        var resolved = beans.resolveEmbeddedValue(text);
        return resolved == null ? "" : resolved;
    }
}
