// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.loop;

import java.time.Duration;
import java.util.Optional;

/** When a loop runs again: at once, when its interval has passed, or after a wait of its own choosing. */
public record Next(Optional<Duration> pause) {
    /** There was more to do than one run took. */
    public static final Next NOW = in(Duration.ZERO);

    public static final Next ON_INTERVAL = new Next(Optional.empty());

    public static Next in(Duration wait) {
        return new Next(Optional.of(wait));
    }

    public boolean isNow() {
        return pause.filter(Duration::isZero).isPresent();
    }
}
