// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.CurrentTransaction;
import io.howdah.Howdah;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/**
 * Makes builders that are set up as the properties say and join Spring's transactions: for applications with a
 * {@code Howdah} on another DataSource, besides the auto-configured one or in its place. Thread-safe.
 */
public final class HowdahFactory {
    private final HowdahProperties properties;

    HowdahFactory(HowdahProperties properties) {
        this.properties = properties;
    }

    /** The beans that are made of it are started and stopped with the application, like the auto-configured one. */
    public Howdah.Builder on(DataSource dataSource) {
        var target = target(dataSource);
        return Howdah.builder(target)
                .schema(properties.schema())
                .name(properties.name())
                .beatEvery(properties.beatEvery())
                .stopWithin(properties.stopWithin())
                .requireDurability(properties.requireDurability())
                .transaction(new SpringTransaction(target));
    }

    /** The transactions of Spring's on this DataSource, for a builder that is made without the factory. */
    public static CurrentTransaction transactionOn(DataSource dataSource) {
        return new SpringTransaction(target(dataSource));
    }

    /** Our own transactions are our own, and the transaction manager, too, keeps its connections by the target. */
    private static DataSource target(DataSource dataSource) {
        if (dataSource instanceof TransactionAwareDataSourceProxy proxy) {
            var target = proxy.getTargetDataSource();
            if (target != null) {
                return target(target);
            }
        }
        return dataSource;
    }
}
