// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import io.howdah.Howdah;
import java.lang.reflect.Constructor;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** What {@link HowdahTest} does: a database per class, or per application context where Spring has one. */
final class HowdahExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback, ParameterResolver {
    /** A configuration parameter of JUnit, for the kit's own tests: how long what was closed may take to be gone. */
    static final String PATIENCE = "howdah.test.patience";

    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(30);
    private static final Namespace NAMESPACE = Namespace.create(HowdahExtension.class);

    private static final Map<Class<?>, Function<Arena, Object>> PARAMETERS = Map.of(
            Howdah.class, Arena::howdah,
            TestDatabase.class, Arena::database,
            TestClock.class, arena -> arena.database().clock(),
            DataSource.class, Arena::dataSource);

    @Override
    public void beforeAll(ExtensionContext context) {
        if (!SpringTests.isOne(context)) {
            var arena = new OwnArena(TestServer.running().createDatabase());
            context.getStore(NAMESPACE).put(Arena.class, arena);
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        var arena = arena(context);
        // By the end of the test Spring may have thrown its context away, and would make another if it were asked.
        context.getStore(NAMESPACE).put(Arena.class, arena);
        arena.beforeEach();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        var arena = context.getStore(NAMESPACE).get(Arena.class, Arena.class);
        if (arena != null) {
            arena.afterEach(
                    context.getConfigurationParameter(PATIENCE, Duration::parse).orElse(DEFAULT_PATIENCE));
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (!SpringTests.isOne(context)) {
            arena(context).afterAll();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        if (!PARAMETERS.containsKey(parameter.getParameter().getType())) {
            return false;
        }
        // Spring fills what is annotated, and constructors, with beans: ours are among them.
        return !SpringTests.isOne(context)
                || (parameter.getParameter().getAnnotations().length == 0
                        && !(parameter.getDeclaringExecutable() instanceof Constructor));
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var make = PARAMETERS.get(parameter.getParameter().getType());
        if (make == null) {
            throw new IllegalStateException("not one of ours: " + parameter);
        }
        return make.apply(arena(context));
    }

    private static Arena arena(ExtensionContext context) {
        if (SpringTests.isOne(context)) {
            return SpringTests.arena(context);
        }
        var arena = context.getStore(NAMESPACE).get(Arena.class, Arena.class);
        if (arena == null) {
            throw new IllegalStateException("the database of " + context.getDisplayName() + " was not made");
        }
        return arena;
    }
}
