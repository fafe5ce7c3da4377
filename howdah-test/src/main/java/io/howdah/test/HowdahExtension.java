// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import io.howdah.Howdah;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** What {@link HowdahTest} does: a database per class, empty before and checked for leaks after every test. */
final class HowdahExtension implements BeforeAllCallback, AfterEachCallback, AfterAllCallback, ParameterResolver {
    /** A configuration parameter of JUnit, for the kit's own tests: how long what was closed may take to be gone. */
    static final String PATIENCE = "howdah.test.patience";

    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(30);
    private static final Namespace NAMESPACE = Namespace.create(HowdahExtension.class);

    private static final Map<Class<?>, Function<TestDatabase, Object>> PARAMETERS = Map.of(
            Howdah.class, TestDatabase::howdah,
            TestDatabase.class, database -> database,
            TestClock.class, TestDatabase::clock,
            DataSource.class, TestDatabase::dataSource);

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getStore(NAMESPACE).put(TestDatabase.class, TestServer.running().createDatabase());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        var database = database(context);
        database.closeAll();
        database.requireNothingLeaked(
                context.getConfigurationParameter(PATIENCE, Duration::parse).orElse(DEFAULT_PATIENCE));
        database.reset();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        database(context).drop();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return PARAMETERS.containsKey(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var make = PARAMETERS.get(parameter.getParameter().getType());
        if (make == null) {
            throw new IllegalStateException("not one of ours: " + parameter);
        }
        return make.apply(database(context));
    }

    private static TestDatabase database(ExtensionContext context) {
        var database = context.getStore(NAMESPACE).get(TestDatabase.class, TestDatabase.class);
        if (database == null) {
            throw new IllegalStateException("the database of " + context.getDisplayName() + " was not made");
        }
        return database;
    }
}
