// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the one parameter of a method is to be: a payload, or something that holds one.
 *
 * @param holder the type that holds the payload, if the method wants all of it
 */
record Wanted(Class<?> payload, Optional<Class<?>> holder) {
    static Wanted of(BeanMethod method, Class<?>... holders) {
        if (method.method().getParameterCount() != 1) {
            throw new IllegalArgumentException("it must take one parameter: the payload, or a "
                    + Arrays.stream(holders).map(Class::getSimpleName).collect(Collectors.joining(" or a ")));
        }
        var parameter = method.parameter(0);
        var holder = Arrays.stream(holders)
                .filter(one -> one.equals(parameter.resolve()))
                .findFirst();
        return new Wanted(PayloadClass.of(holder.isPresent() ? parameter.getGeneric(0) : parameter), holder);
    }

    boolean wants(Class<?> type) {
        return holder.filter(type::equals).isPresent();
    }
}
