// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Values of gauges, by meter and labels. Filled by one thread, and not changed once others see it. */
final class Figures {
    private final Vocabulary words;
    private final Map<HowdahMeter, Map<List<String>, Double>> values = new EnumMap<>(HowdahMeter.class);

    Figures(Vocabulary words) {
        this.words = words;
    }

    /** What has the same labels is added up; of times the longest counts. */
    void add(HowdahMeter meter, double value, String... labels) {
        values.computeIfAbsent(meter, which -> new LinkedHashMap<>())
                .merge(
                        words.of(meter, labels),
                        value,
                        meter.type() == HowdahMeter.Type.SECONDS ? Math::max : Double::sum);
    }

    Set<List<String>> labels(HowdahMeter meter) {
        return values.getOrDefault(meter, Map.of()).keySet();
    }

    double value(HowdahMeter meter, List<String> labels) {
        return values.getOrDefault(meter, Map.of()).getOrDefault(labels, Double.NaN);
    }
}
