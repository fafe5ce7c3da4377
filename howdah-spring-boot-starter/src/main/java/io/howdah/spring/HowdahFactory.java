// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Codec;
import io.howdah.CurrentTransaction;
import io.howdah.Howdah;
import io.howdah.Observer;
import io.howdah.Tracing;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/**
 * Makes builders that are set up as the properties say, join Spring's transactions and have the codec and the tracing
 * that there are beans of: for applications with a {@code Howdah} on another DataSource, besides the auto-configured
 * one or in its place. Thread-safe.
 */
public final class HowdahFactory {
    private final HowdahProperties properties;
    private final ObjectProvider<Codec> codec;
    private final ObjectProvider<Tracing> tracing;

    HowdahFactory(HowdahProperties properties, ObjectProvider<Codec> codec, ObjectProvider<Tracing> tracing) {
        this.properties = properties;
        this.codec = codec;
        this.tracing = tracing;
    }

    /** The beans that are made of it are started and stopped with the application, like the auto-configured one. */
    public Howdah.Builder on(DataSource dataSource) {
        var target = target(dataSource);
        var builder = Howdah.builder(target)
                .schema(properties.schema())
                .name(properties.name())
                .beatEvery(properties.beatEvery())
                .stopWithin(properties.stopWithin())
                .requireDurability(properties.requireDurability())
                .transaction(new SpringTransaction(target))
                .observer(new LateObserver());
        codec.ifUnique(builder::codec);
        tracing.ifUnique(builder::tracing);
        return builder;
    }

    /**
     * Has this observer told what a {@code Howdah} does that was made by a factory; nothing happens if its builder was
     * given another one.
     */
    public static void observe(Howdah howdah, Observer observer) {
        if (howdah.observer() instanceof LateObserver late) {
            late.tell(observer);
        }
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
