// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.Howdah;
import io.howdah.Observer;
import io.howdah.spring.metrics.HowdahMeters;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** The figures of a replica, as Prometheus reads them. Thread-safe. */
final class Metrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final HowdahMeters meters = HowdahMeters.in(registry);
    private final JvmGcMetrics collector = new JvmGcMetrics();

    Metrics() {
        collector.bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    Observer observer() {
        return meters.observer();
    }

    /** Tells of these from now on. */
    void watch(Howdah howdah, String schema, DataSources sources) {
        meters.watch(howdah, schema);
        sources.tellOfPool(registry);
    }

    /** In the text format 0.0.4. Waits for the database half a second at most. */
    String text() {
        meters.refresh();
        return registry.scrape();
    }

    @Override
    public void close() {
        collector.close();
        registry.close();
    }
}
