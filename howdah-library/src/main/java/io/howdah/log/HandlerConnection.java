// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose transaction is not the handler's to end: a commit of its own would separate what it wrote from the
 * group's new place.
 */
final class HandlerConnection implements InvocationHandler {
    private static final Set<String> NOT_YOURS = Set.of("commit", "abort", "setAutoCommit", "setReadOnly");

    private final Connection connection;

    private HandlerConnection(Connection connection) {
        this.connection = connection;
    }

    static Connection of(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                HandlerConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new HandlerConnection(connection));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        var count = arguments == null ? 0 : arguments.length;
        if (NOT_YOURS.contains(method.getName()) || (method.getName().equals("rollback") && count == 0)) {
            throw new IllegalStateException("a handler may not call " + method.getName()
                    + " on its batch's connection: its transaction ends when the handler returns or throws");
        }
        if (method.getName().equals("close")) {
            // Whoever closes what they use, as they should, does no harm.
            return null;
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getTargetException();
        }
    }
}
