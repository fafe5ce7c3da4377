// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.util.Arrays;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** What a payload is read as, by a parameter of a method. */
final class PayloadClass {
    private PayloadClass() {}

    static Class<?> of(ResolvableType parameter) {
        var payload = parameter.resolve();
        if (payload == null || payload == Object.class) {
            throw new IllegalArgumentException("it must name the type of its payload");
        }
        if (Arrays.stream(parameter.getGenerics()).anyMatch(PayloadClass::isForgotten)) {
            throw new IllegalArgumentException("it must not take a " + parameter + ", of which only the "
                    + payload.getSimpleName() + " is known when it is read: take a record that holds it");
        }
        return ClassUtils.resolvePrimitiveIfNecessary(payload);
    }

    /** Values of JSON without a class are texts, lists, maps and numbers, of which nobody knows how long they are. */
    private static boolean isForgotten(ResolvableType argument) {
        var known = argument.resolve(Object.class);
        return known != Object.class && known != String.class;
    }
}
