// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import io.howdah.HowdahException;

/** A cron expression that cannot be read, or that would never fire. The message names the field. */
public final class CronException extends HowdahException {
    private CronException(String code, String message) {
        super(code, message, null);
    }

    static CronException invalid(String expression, String why) {
        return new CronException("cron-invalid", "\"" + expression + "\" is not a cron expression: " + why);
    }

    static CronException never(String expression, String why) {
        return new CronException("cron-never", "\"" + expression + "\" never fires: " + why);
    }
}
