// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The ways to one database: a pool for work, and direct connections for the heartbeat and for LISTEN.
 *
 * <p>Set up to survive a failover: nothing waits longer than its timeout for a host that is gone, the primary is looked
 * for among several hosts, and a connection to a server that has become read-only is not used again. What the URL says
 * wins over these settings.
 */
final class DataSources implements AutoCloseable {
    private static final int POOL_SIZE = 10;
    private static final int POOL_IDLE = 2;

    // Seconds, as the driver counts. A host that is gone does not refuse: it is silent.
    private static final String CONNECT_TIMEOUT = "2";
    private static final String LOGIN_TIMEOUT = "3";
    private static final String SOCKET_TIMEOUT = "30";

    private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration VALIDATION_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration KEEPALIVE = Duration.ofMinutes(1);
    private static final Duration MAX_LIFETIME = Duration.ofMinutes(15);

    private final HikariDataSource pooled;
    private final DataSource direct;

    private DataSources(HikariDataSource pooled, DataSource direct) {
        this.pooled = pooled;
        this.direct = direct;
    }

    /** Opens them; the database need not be there yet. */
    static DataSources open(DatabaseAddress address, String applicationName) {
        var properties = properties(address, applicationName);
        return new DataSources(pool(address, applicationName, properties), direct(address, properties));
    }

    /** Connections without a pool, for commands that need one or two. */
    static DataSource direct(DatabaseAddress address, String applicationName) {
        return direct(address, properties(address, applicationName));
    }

    DataSource pooled() {
        return pooled;
    }

    DataSource direct() {
        return direct;
    }

    /** Has the pool tell how it fares. */
    void tellOfPool(MeterRegistry registry) {
        pooled.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(registry));
    }

    @Override
    public void close() {
        pooled.close();
    }

    private static Map<String, String> properties(DatabaseAddress address, String applicationName) {
        var properties = new LinkedHashMap<String, String>();
        properties.put("ApplicationName", applicationName);
        properties.put("connectTimeout", CONNECT_TIMEOUT);
        properties.put("loginTimeout", LOGIN_TIMEOUT);
        properties.put("socketTimeout", SOCKET_TIMEOUT);
        properties.put("tcpKeepAlive", "true");
        if (address.hasSeveralHosts()) {
            properties.put("targetServerType", "primary");
            properties.put("hostRecheckSeconds", "1");
        }
        // Given beside the URL, a property would win over the one in it.
        properties.keySet().removeIf(address::sets);
        return properties;
    }

    private static HikariDataSource pool(DatabaseAddress address, String name, Map<String, String> properties) {
        var config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(address.jdbcUrl());
        address.user().ifPresent(config::setUsername);
        address.password().ifPresent(config::setPassword);
        properties.forEach(config::addDataSourceProperty);
        config.setMaximumPoolSize(POOL_SIZE);
        config.setMinimumIdle(POOL_IDLE);
        config.setConnectionTimeout(CONNECTION_TIMEOUT.toMillis());
        config.setValidationTimeout(VALIDATION_TIMEOUT.toMillis());
        config.setKeepaliveTime(KEEPALIVE.toMillis());
        config.setMaxLifetime(MAX_LIFETIME.toMillis());
        config.setInitializationFailTimeout(-1);
        config.setExceptionOverrideClassName(ReadOnlyEviction.class.getName());
        return new HikariDataSource(config);
    }

    private static DataSource direct(DatabaseAddress address, Map<String, String> properties) {
        var source = new PGSimpleDataSource();
        try {
            for (var property : properties.entrySet()) {
                source.setProperty(property.getKey(), property.getValue());
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the driver does not know one of " + properties.keySet(), e);
        }
        source.setUrl(address.jdbcUrl());
        address.user().ifPresent(source::setUser);
        address.password().ifPresent(source::setPassword);
        return source;
    }
}
