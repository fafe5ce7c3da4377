// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;

/**
 * Classes whose methods may have annotations of ours. Most beans of an application are Spring's own; they are passed
 * over, as Spring does it for its event listeners.
 */
final class Candidates {
    private Candidates() {}

    static boolean include(Class<?> type) {
        return !type.getName().startsWith("org.springframework.")
                || AnnotatedElementUtils.isAnnotated(ClassUtils.getUserClass(type), Component.class);
    }
}
