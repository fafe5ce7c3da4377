// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.Payload;
import io.howdah.queue.QueueName;
import io.howdah.queue.QueueSettings;
import io.howdah.web.WebException;
import io.howdah.web.api.Given;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How messages of a queue are to be treated; what is not named is as every queue begins. */
record NewSettings(
        @Nullable Duration visibility,
        @Nullable Integer maxDeliveries,
        @Nullable Boolean anyNumberOfDeliveries,
        @Nullable String deadLetters,
        @Nullable Duration history) {
    NewSettings {
        if (maxDeliveries != null && Boolean.TRUE.equals(anyNumberOfDeliveries)) {
            throw WebException.invalid("maxDeliveries and anyNumberOfDeliveries exclude each other.");
        }
    }

    QueueSettings settings() {
        var settings = QueueSettings.standard();
        settings = Given.with(settings, visibility, QueueSettings::visibility);
        settings = Given.with(settings, maxDeliveries, QueueSettings::maxDeliveries);
        settings = Given.with(settings, anyNumberOfDeliveries, (all, any) -> any ? all.anyNumberOfDeliveries() : all);
        settings =
                Given.with(settings, deadLetters, (all, queue) -> all.deadLetters(QueueName.of(queue, Payload.class)));
        return Given.with(settings, history, QueueSettings::history);
    }
}
