// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Observer;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LateObserverTest {
    private final List<String> told = new ArrayList<>();
    private final LateObserver observer = new LateObserver();

    @Test
    void until_it_knows_whom_to_tell_it_tells_nobody_and_then_everything() throws Exception {
        for (var method : methods()) {
            method.invoke(observer, arguments(method));
        }
        assertThat(told).isEmpty();

        observer.tell((Observer) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Observer.class}, (self, method, arguments) -> {
                    told.add(method.getName());
                    return null;
                }));
        for (var method : methods()) {
            method.invoke(observer, arguments(method));
        }

        assertThat(told)
                .hasSizeGreaterThan(8)
                .containsExactlyElementsOf(
                        methods().stream().map(Method::getName).toList());
    }

    private static List<Method> methods() {
        return Stream.of(Observer.class.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .toList();
    }

    private static Object[] arguments(Method method) {
        return Stream.of(method.getParameterTypes())
                .map(LateObserverTest::argument)
                .toArray();
    }

    private static Object argument(Class<?> type) {
        if (type == String.class) {
            return "text";
        }
        if (type == Duration.class) {
            return Duration.ZERO;
        }
        return type == int.class ? (Object) 1 : type == long.class ? (Object) 1L : Observer.Outcome.DONE;
    }
}
