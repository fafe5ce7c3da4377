// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import io.howdah.HowdahException;

/** There is no schedule of that name: it was never declared, or it has been removed. */
public final class UnknownScheduleException extends HowdahException {
    UnknownScheduleException(String name) {
        super("schedule-unknown", "There is no schedule \"" + name + "\": it was never declared, or removed", null);
    }
}
