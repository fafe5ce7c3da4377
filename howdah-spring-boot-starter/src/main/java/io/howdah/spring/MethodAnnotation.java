// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.lang.annotation.Annotation;

/** An annotation of ours on methods of beans, and what becomes of those that carry it. */
interface MethodAnnotation<A extends Annotation> {
    Class<A> type();

    /** Whether it is us who call those methods, when there is work for them. */
    default boolean isHandled() {
        return true;
    }

    /** Called once for each method, when all beans are there; what it throws is told with the method's name. */
    void found(BeanMethod method, A annotation);
}
