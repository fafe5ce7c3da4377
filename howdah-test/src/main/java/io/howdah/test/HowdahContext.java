// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.support.TestPropertySourceUtils;

/**
 * Puts the application of a test class with {@link HowdahTest} on a database of its own. Contexts that are the same but
 * for the class are shared, as Spring does, and so are their databases.
 */
record HowdahContext() implements ContextCustomizer {
    /** Found by Spring through {@code META-INF/spring.factories}. */
    static final class Factory implements ContextCustomizerFactory {
        @Override
        public @Nullable ContextCustomizer createContextCustomizer(
                Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
            return TestContextAnnotationUtils.hasAnnotation(testClass, HowdahTest.class) ? new HowdahContext() : null;
        }
    }

    @Override
    public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
        var database = TestServer.running().createDatabase();
        var proxy = TcpProxy.to(database.host(), database.port());
        var arena = new SpringArena(database, proxy, context);
        TestPropertySourceUtils.addInlinedPropertiesToEnvironment(
                context,
                "spring.datasource.url=" + proxy.jdbcUrl(database.name()),
                "spring.datasource.username=" + database.user(),
                "spring.datasource.password=" + database.password());
        var beans = (DefaultListableBeanFactory) context.getBeanFactory();
        // First to come is last to go: the application's own beans still need the database when they are destroyed.
        beans.registerSingleton("howdahTestArena", arena);
        beans.registerDisposableBean("howdahTestArena", arena::close);
        beans.registerSingleton("howdahTestDatabase", database);
        beans.registerSingleton("howdahTestClock", database.clock());
        beans.registerSingleton("howdahTestProxy", proxy);
        context.addApplicationListener(event -> {
            if (event instanceof ContextRefreshedEvent) {
                arena.rest();
            }
        });
    }
}
