// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import java.math.BigDecimal;

/** Figures in the text that Prometheus reads. */
final class MetricsText {
    private final StringBuilder text = new StringBuilder();

    void family(String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    void gauge(String name, String help, Number value) {
        family(name, "gauge", help);
        line(name, value);
    }

    void counter(String name, String help, Number value) {
        family(name, "counter", help);
        line(name, value);
    }

    void sample(String name, String label, String labelled, Number value) {
        var escaped = labelled.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        line(name + "{" + label + "=\"" + escaped + "\"}", value);
    }

    private void line(String series, Number value) {
        text.append(series)
                .append(' ')
                .append(new BigDecimal(value.toString()).stripTrailingZeros().toPlainString())
                .append('\n');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
