// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import java.lang.annotation.Annotation;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Which annotations of ours may be on the methods of a class, looked up once. Nearly every class has none of them, and
 * to know that, its methods need not be compared with those that they override. Thread-safe.
 */
final class Candidates {
    private static final Set<Class<? extends Annotation>> OURS = Set.of(
            JobHandler.class,
            QueueListener.class,
            HowdahSchedule.class,
            LogListener.class,
            DurableListener.class,
            Locked.class,
            RateLimited.class);

    private final Map<Class<?>, Set<Class<? extends Annotation>>> known = new ConcurrentHashMap<>();

    /** Those on methods of the class, of those it extends and of its interfaces. */
    Set<Class<? extends Annotation>> annotations(Class<?> type) {
        return known.computeIfAbsent(type, Candidates::look);
    }

    private static Set<Class<? extends Annotation>> look(Class<?> type) {
        var found = new HashSet<Class<? extends Annotation>>();
        if (include(type)) {
            add(type, found);
        }
        return Set.copyOf(found);
    }

    /** Most beans of an application are Spring's own: they are passed over, as Spring does it for event listeners. */
    private static boolean include(Class<?> type) {
        if (type.getName().startsWith("org.springframework.")) {
            return AnnotatedElementUtils.isAnnotated(ClassUtils.getUserClass(type), Component.class);
        }
        return !isOurs(type);
    }

    /** What is in our own jars carries none; to look at its methods would load what they take and return. */
    private static boolean isOurs(Class<?> type) {
        return type.getName().startsWith("io.howdah.")
                && (type.getProtectionDomain().equals(Howdah.class.getProtectionDomain())
                        || type.getProtectionDomain().equals(Candidates.class.getProtectionDomain()));
    }

    private static void add(Class<?> type, Set<Class<? extends Annotation>> found) {
        if (type.getName().startsWith("java.")) {
            return;
        }
        ReflectionUtils.doWithLocalMethods(type, method -> {
            for (var annotation : method.getAnnotations()) {
                if (OURS.contains(annotation.annotationType())) {
                    found.add(annotation.annotationType());
                }
            }
        });
        if (type.getSuperclass() != null) {
            add(type.getSuperclass(), found);
        }
        for (var one : type.getInterfaces()) {
            add(one, found);
        }
    }
}
